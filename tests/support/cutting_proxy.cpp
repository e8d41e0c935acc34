#include "support/cutting_proxy.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace support {

namespace {

constexpr std::size_t kHeader = 4;  // three bytes of length, one of sequence
constexpr char kQuery = 3;          // COM_QUERY

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

sockaddr_in local(unsigned port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

std::size_t frame_size(std::string_view bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])); };
  return kHeader + (byte(0) | byte(1) << 8 | byte(2) << 16);
}

// False when the other side has gone.
bool send_all(int to, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string receive(int from) {
  std::array<char, 65536> piece;
  const ssize_t got = recv(from, piece.data(), piece.size(), 0);
  return got <= 0 ? std::string{} : std::string(piece.data(), static_cast<std::size_t>(got));
}

}  // namespace

CuttingProxy::CuttingProxy(unsigned server_port, Cut cut)
    : server_port_(server_port),
      cut_(std::move(cut)),
      listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)),
      stop_(eventfd(0, EFD_CLOEXEC)) {
  sockaddr_in address = local(0);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (bind(listener_, generic, size) != 0 || listen(listener_, 64) != 0 || getsockname(listener_, generic, &size) != 0)
    fail("proxy");
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { serve(); });
}

CuttingProxy::~CuttingProxy() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(stop_, &one, sizeof one);
  thread_.join();
  for (Link& link : links_) close_sides(link);
  for (const int server : kept_) close(server);
  close(listener_);
  close(stop_);
}

void CuttingProxy::serve() {
  for (;;) {
    std::vector<pollfd> waiting{{stop_, POLLIN, 0}, {listener_, POLLIN, 0}};
    for (const Link& link : links_) {
      waiting.push_back({link.client, POLLIN, 0});
      waiting.push_back({link.server, POLLIN, 0});
    }
    if (poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) return;
    if (waiting[0].revents != 0) return;
    std::size_t at = 2;
    for (Link& link : links_) {
      const bool client_speaks = waiting[at++].revents != 0;
      const bool server_speaks = waiting[at++].revents != 0;
      if (client_speaks) from_client(link);
      if (server_speaks && !link.is_over) from_server(link);
    }
    links_.remove_if([](const Link& link) { return link.is_over; });
    if (waiting[1].revents != 0) accept_client();
  }
}

void CuttingProxy::accept_client() {
  const int client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
  if (client < 0) return;
  const int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = local(server_port_);
  if (connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    close(client);
    close(server);
    return;
  }
  links_.push_back({client, server});
}

void CuttingProxy::from_client(Link& link) {
  const std::string bytes = receive(link.client);
  if (bytes.empty()) return close_sides(link);
  link.unread += bytes;
  while (link.unread.size() >= kHeader && link.unread.size() >= frame_size(link.unread)) {
    const std::string frame = link.unread.substr(0, frame_size(link.unread));
    link.unread.erase(0, frame.size());
    if (!passes(link, frame)) return cut(link);
    if (!send_all(link.server, frame)) return close_sides(link);
  }
}

void CuttingProxy::from_server(Link& link) {
  const std::string bytes = receive(link.server);
  if (link.awaits_cut) return cut(link);
  if (bytes.empty() || !send_all(link.client, bytes)) close_sides(link);
}

// False: the connection ends before this frame.
bool CuttingProxy::passes(Link& link, std::string_view frame) {
  if (has_cut_ || frame.size() <= kHeader || frame[3] != 0 || frame[kHeader] != kQuery) return true;
  const std::string_view statement = frame.substr(kHeader + 1);
  const bool in_time = cut_.after.empty() || link.has_sent_before;
  link.has_sent_before = link.has_sent_before || statement.find(cut_.after) != std::string_view::npos;
  if (!in_time || statement.find(cut_.statement) == std::string_view::npos) return true;
  has_cut_ = true;
  link.awaits_cut = cut_.reaches_server;
  return cut_.reaches_server;
}

void CuttingProxy::cut(Link& link) {
  if (!cut_.server_notices) kept_.push_back(dup(link.server));
  close_sides(link);
}

void CuttingProxy::close_sides(Link& link) {
  close(link.client);
  close(link.server);
  link.is_over = true;
}

}  // namespace support
