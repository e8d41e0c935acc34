// A way to a MariaDB server that breaks at a chosen statement, once.
#pragma once

#include <atomic>
#include <list>
#include <string>
#include <thread>
#include <vector>

namespace support {

struct Cut {
  std::string statement;   // part of the text of the statement that is cut
  std::string after = {};  // of one that the same connection has sent before; empty: none is asked for
  // True: the server carries the statement out, and its reply is lost. False: the statement is.
  bool reaches_server = true;
  // False: the server goes on believing in the connection, until the proxy ends.
  bool server_notices = true;
};

// Listens on a port of 127.0.0.1 with a thread of its own. Understands no more of the protocol than the
// frames of a client that neither compresses nor encrypts.
class CuttingProxy {
 public:
  CuttingProxy(unsigned server_port, Cut cut);
  ~CuttingProxy();
  CuttingProxy(const CuttingProxy&) = delete;
  CuttingProxy& operator=(const CuttingProxy&) = delete;

  unsigned port() const { return port_; }
  bool has_cut() const { return has_cut_; }

 private:
  struct Link {
    int client, server;
    std::string unread{};  // bytes of a frame that has not come whole yet
    bool has_sent_before = false;
    bool awaits_cut = false;  // at the server's next word
    bool is_over = false;
  };

  void serve();
  void accept_client();
  void from_client(Link& link);
  void from_server(Link& link);
  bool passes(Link& link, std::string_view frame);
  void cut(Link& link);
  void close_sides(Link& link);

  unsigned server_port_;
  Cut cut_;
  int listener_ = -1, stop_ = -1;
  unsigned port_ = 0;
  std::list<Link> links_;
  std::vector<int> kept_;  // the server's side of what was cut without its notice
  std::atomic<bool> has_cut_ = false;
  std::thread thread_;
};

}  // namespace support
