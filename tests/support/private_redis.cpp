#include "support/private_redis.hpp"

#include <hiredis/hiredis.h>

#include <stdexcept>

#include "support/eventually.hpp"
#include "support/private_mariadb.hpp"

namespace support {

namespace {

std::string text_of(const redisReply& reply) {
  switch (reply.type) {
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS:
      return {reply.str, reply.len};
    case REDIS_REPLY_INTEGER:
      return std::to_string(reply.integer);
    case REDIS_REPLY_ARRAY: {
      std::string out;
      for (std::size_t i = 0; i < reply.elements; ++i) out += text_of(*reply.element[i]) + "\n";
      return out;
    }
    case REDIS_REPLY_ERROR:
      throw std::runtime_error("redis: " + std::string(reply.str, reply.len));
    default:
      return "(nil)";
  }
}

}  // namespace

PrivateRedis::PrivateRedis(std::vector<std::string> arguments) : arguments_(std::move(arguments)) { start(); }

void PrivateRedis::start() {
  for (int attempt = 0; attempt < 5; ++attempt) {
    if (port_ == 0) port_ = free_port();
    if (try_start()) return;
    port_ = 0;  // another process took it in between
  }
  throw std::runtime_error("redis-server does not start: " + server_->out());
}

bool PrivateRedis::try_start() {
  std::vector<std::string> argv{server_program("redis-server"),
                                "--port",
                                std::to_string(port_),
                                "--bind",
                                "127.0.0.1",
                                "--save",
                                "",
                                "--appendonly",
                                "no",
                                "--dir",
                                folder_.path(),
                                "--daemonize",
                                "no"};
  argv.insert(argv.end(), arguments_.begin(), arguments_.end());
  server_ = std::make_unique<Process>(Command{.argv = argv});
  const std::string pid = "process_id:" + std::to_string(server_->pid()) + "\r\n";
  const bool answers = eventually([&] {
    if (!server_->is_running()) return true;
    try {
      return command({"INFO", "server"}).find(pid) != std::string::npos;
    } catch (const std::runtime_error& error) {
      // One that wants a password answers so; that it is ours is all that can be seen from its port then.
      return std::string_view(error.what()).find("NOAUTH") != std::string_view::npos;
    }
  });
  return answers && server_->is_running();
}

std::string PrivateRedis::url(int database) const {
  return "redis://127.0.0.1:" + std::to_string(port_) + "/" + std::to_string(database);
}

std::string PrivateRedis::command(const std::vector<std::string>& words) const {
  const std::unique_ptr<redisContext, void (*)(redisContext*)> context(
      redisConnectWithTimeout("127.0.0.1", static_cast<int>(port_), timeval{5, 0}), redisFree);
  if (!context || context->err != 0) throw std::runtime_error("redis does not answer");
  redisSetTimeout(context.get(), timeval{10, 0});
  std::vector<const char*> arguments;
  std::vector<std::size_t> sizes;
  for (const std::string& word : words) {
    arguments.push_back(word.data());
    sizes.push_back(word.size());
  }
  const std::unique_ptr<redisReply, void (*)(void*)> reply(
      static_cast<redisReply*>(
          redisCommandArgv(context.get(), static_cast<int>(words.size()), arguments.data(), sizes.data())),
      freeReplyObject);
  if (!reply) throw std::runtime_error(std::string("redis: ") + context->errstr);
  return text_of(*reply);
}

void PrivateRedis::kill() {
  server_->send(SIGKILL);
  server_->wait();
}

void PrivateRedis::pause() const { server_->send(SIGSTOP); }
void PrivateRedis::resume() const { server_->send(SIGCONT); }

}  // namespace support
