#include "cache/connection.hpp"

#include <hiredis/hiredis.h>
#include <signal.h>
#include <sys/time.h>

#include <cerrno>
#include <ctime>

namespace cache {

namespace {

timeval timeval_of(base::milliseconds limit) {
  timeval time{};
  time.tv_sec = limit.count() / 1000;
  time.tv_usec = limit.count() % 1000 * 1000;
  return time;
}

// hiredis 0.14 writes with write(2): a server that went away would end the process. Blocks the signal
// in this thread and takes back the one that came meanwhile.
class NoSigpipe {
 public:
  NoSigpipe() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigemptyset(&pending);
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoSigpipe() {
    const timespec now{};
    if (!was_pending_)
      while (sigtimedwait(&pipe_, nullptr, &now) == -1 && errno == EINTR) {
      }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoSigpipe(const NoSigpipe&) = delete;
  NoSigpipe& operator=(const NoSigpipe&) = delete;

 private:
  sigset_t pipe_;
  sigset_t before_;
  bool was_pending_ = false;
};

struct FreeReply {
  void operator()(redisReply* reply) const { freeReplyObject(reply); }
};

std::optional<std::string> item_of(const redisReply* item) {
  switch (item->type) {
    case REDIS_REPLY_STRING:
    case REDIS_REPLY_STATUS:
      return std::string(item->str, static_cast<std::size_t>(item->len));
    case REDIS_REPLY_INTEGER:
      return std::to_string(item->integer);
    default:
      return std::nullopt;
  }
}

Reply reply_of(const redisReply& answer) {
  Reply reply;
  if (answer.type == REDIS_REPLY_ERROR) {
    reply.reason.assign(answer.str, static_cast<std::size_t>(answer.len));
  } else if (answer.type == REDIS_REPLY_INTEGER) {
    reply.kind = Reply::Kind::kInteger;
    reply.integer = answer.integer;
  } else {
    reply.kind = Reply::Kind::kList;
    for (std::size_t item = 0; answer.type == REDIS_REPLY_ARRAY && item < answer.elements; ++item)
      reply.items.push_back(item_of(answer.element[item]));
  }
  return reply;
}

}  // namespace

struct Connection::State {
  redisContext* context = nullptr;
};

Connection::Connection(RedisTarget target, base::milliseconds limit)
    : target_(std::move(target)), limit_(limit), state_(std::make_unique<State>()) {}

Connection::~Connection() { close(); }

void Connection::close() {
  const NoSigpipe guard;
  if (state_->context != nullptr) redisFree(state_->context);
  state_->context = nullptr;
}

Reply Connection::ask(const std::vector<std::string_view>& arguments) {
  const NoSigpipe guard;
  Reply failed;
  if (state_->context == nullptr && !open(failed.reason)) return failed;
  return send(arguments);
}

bool Connection::open(std::string& reason) {
  const timeval limit = timeval_of(limit_);
  state_->context = target_.socket_path.empty() ? redisConnectWithTimeout(target_.host.c_str(), target_.port, limit)
                                                : redisConnectUnixWithTimeout(target_.socket_path.c_str(), limit);
  if (state_->context == nullptr)
    reason = "out of memory";
  else if (state_->context->err != 0)
    reason = state_->context->errstr;
  else if (redisSetTimeout(state_->context, limit) != REDIS_OK)
    reason = "cannot set a time limit";

  const std::string database = std::to_string(target_.database);
  if (reason.empty() && !target_.password.empty())
    reason = target_.user.empty() ? greet({"AUTH", target_.password}) : greet({"AUTH", target_.user, target_.password});
  if (reason.empty() && target_.database != 0) reason = greet({"SELECT", database});
  if (!reason.empty()) close();
  return reason.empty();
}

// The reason why a command of the greeting was refused; empty when it was not.
std::string Connection::greet(const std::vector<std::string_view>& arguments) { return send(arguments).reason; }

Reply Connection::send(const std::vector<std::string_view>& arguments) {
  std::vector<const char*> texts;
  std::vector<std::size_t> lengths;
  for (const std::string_view argument : arguments) {
    texts.push_back(argument.data());
    lengths.push_back(argument.size());
  }
  const std::unique_ptr<redisReply, FreeReply> answer(static_cast<redisReply*>(
      redisCommandArgv(state_->context, static_cast<int>(texts.size()), texts.data(), lengths.data())));
  if (answer != nullptr) return reply_of(*answer);
  Reply failed;
  const bool is_late = state_->context->err == REDIS_ERR_IO && (errno == EAGAIN || errno == EWOULDBLOCK);
  failed.reason = is_late ? "no answer within " + std::to_string(limit_.count()) + " ms" : state_->context->errstr;
  if (failed.reason.empty()) failed.reason = "connection lost";
  close();
  return failed;
}

}  // namespace cache
