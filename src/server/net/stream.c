/* Streams: see the header. */
#include "server/net/stream.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/banned.h"

enum { RECORD = 16 << 10 }; /* the most that one TLS record holds */

bool sv_stream_open(struct sv_stream *s, int fd, SSL_CTX *context)
{
    *s = (struct sv_stream){.fd = fd};
    if (!context)
        return true;
    s->tls = SSL_new(context);
    if (!s->tls || SSL_set_fd(s->tls, fd) != 1) {
        ERR_clear_error();
        return false;
    }
    SSL_set_accept_state(s->tls);
    return true;
}

void sv_stream_close(struct sv_stream *s)
{
    SSL_free(s->tls);
    if (s->fd >= 0)
        close(s->fd);
    *s = (struct sv_stream){.fd = -1};
}

/* What OpenSSL's answer means. Its queue of errors belongs to the thread, so it is emptied before
 * the next connection would find our error there. */
static int judge(struct sv_stream *s, int result, bool writing)
{
    int code = SSL_get_error(s->tls, result);
    ERR_clear_error();
    switch (code) {
    case SSL_ERROR_WANT_WRITE:
        s->write_wait = true;
        return SV_STREAM_WAIT;
    case SSL_ERROR_WANT_READ:
        return SV_STREAM_WAIT;
    case SSL_ERROR_ZERO_RETURN:
        return writing ? SV_STREAM_LOST : SV_STREAM_END;
    default:
        s->failed = true;
        return SV_STREAM_LOST;
    }
}

bool sv_stream_not_tls(const struct sv_stream *s)
{
    enum { HANDSHAKE_RECORD = 22 };
    unsigned char first;
    return SSL_in_before(s->tls) && recv(s->fd, &first, 1, MSG_PEEK) == 1 &&
           first != HANDSHAKE_RECORD;
}

void sv_stream_make_plain(struct sv_stream *s)
{
    SSL_free(s->tls);
    s->tls = NULL;
}

int sv_stream_handshake(struct sv_stream *s)
{
    s->write_wait = false;
    int result = SSL_do_handshake(s->tls);
    return result == 1 ? 1 : judge(s, result, true);
}

ssize_t sv_stream_read(struct sv_stream *s, void *bytes, size_t size)
{
    if (s->tls) {
        size_t got = 0;
        int result = SSL_read_ex(s->tls, bytes, size, &got);
        return result == 1 ? (ssize_t)got : judge(s, result, false);
    }
    ssize_t got = recv(s->fd, bytes, size, 0);
    if (got >= 0)
        return got;
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? SV_STREAM_WAIT
                                                                     : SV_STREAM_LOST;
}

bool sv_stream_pending(const struct sv_stream *s)
{
    return s->tls && SSL_has_pending(s->tls) == 1;
}

/* Up to one record's worth, in one piece. */
static const void *join(const struct iovec *pieces, uint32_t count, size_t *size)
{
    static unsigned char record[RECORD]; /* all writing happens on the loop's thread */
    if (count == 1 || pieces->iov_len >= RECORD) {
        *size = pieces->iov_len;
        return pieces->iov_base;
    }
    *size = 0;
    for (uint32_t i = 0; i < count && *size < RECORD; i++) {
        size_t room = RECORD - *size;
        size_t part = pieces[i].iov_len < room ? pieces[i].iov_len : room;
        memcpy(record + *size, pieces[i].iov_base, part);
        *size += part;
    }
    return record;
}

ssize_t sv_stream_write(struct sv_stream *s, const struct iovec *pieces, uint32_t count)
{
    s->write_wait = false;
    if (s->tls) {
        size_t size, sent = 0;
        const void *bytes = join(pieces, count, &size);
        int result = SSL_write_ex(s->tls, bytes, size, &sent);
        return result == 1 ? (ssize_t)sent : judge(s, result, true);
    }
    struct msghdr all = {.msg_iov = (struct iovec *)(uintptr_t)pieces, .msg_iovlen = count};
    ssize_t sent = count == 1 ? send(s->fd, pieces->iov_base, pieces->iov_len, MSG_NOSIGNAL)
                              : sendmsg(s->fd, &all, MSG_NOSIGNAL);
    if (sent > 0)
        return sent;
    if (sent < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
        return SV_STREAM_LOST;
    s->write_wait = true;
    return SV_STREAM_WAIT;
}

void sv_stream_finish(struct sv_stream *s)
{
    if (s->tls && !s->failed && SSL_is_init_finished(s->tls)) {
        SSL_shutdown(s->tls);
        ERR_clear_error();
    }
    shutdown(s->fd, SHUT_WR);
}
