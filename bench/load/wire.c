/* WebSocket clients on one epoll loop. */
#include "load/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"
#include "server/web.h"

enum {
    EVENTS = 256,
    ROOM = 32768,
    MOST_KEPT = 4 << 20, /* of a message that has not come whole */
    MOST_SENT = 1024,
    OP_TEXT = 1,
    OP_CLOSE = 8,
    OP_PING = 9,
};

static int loop = -1;

void die(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("load: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

void wires_open(uint32_t count)
{
    loop = epoll_create1(EPOLL_CLOEXEC);
    if (loop < 0)
        die("no loop for %u connections: %s", count, strerror(errno));
}

void wire_open(struct wire *wire, int port, const char *cookie, const char *protocol)
{
    struct web_socket socket;
    char header[96];
    snprintf(header, sizeof header, "Sec-WebSocket-Protocol: %s\r\n", protocol);
    web_open(&socket, port, cookie, header);
    if (socket.status != 101)
        die("a WebSocket is refused (%d)", socket.status);
    wire->fd = socket.fd;
    wire->size = 0;
    struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.ptr = wire};
    if (fcntl(wire->fd, F_SETFL, O_NONBLOCK) != 0 ||
        epoll_ctl(loop, EPOLL_CTL_ADD, wire->fd, &event) != 0)
        die("a connection cannot be added: %s", strerror(errno));
}

void wire_close(struct wire *wire)
{
    close(wire->fd);
    free(wire->in);
    *wire = (struct wire){.fd = -1};
}

static void send_frame(struct wire *wire, int opcode, const char *text, size_t size)
{
    static const unsigned char mask[4] = {0x37, 0xfa, 0x21, 0x3d};
    unsigned char frame[MOST_SENT + 8];
    size_t head = 0;
    if (size > MOST_SENT)
        die("a message of %zu bytes is too long", size);
    frame[head++] = (unsigned char)(0x80 | opcode);
    if (size < 126) {
        frame[head++] = (unsigned char)(0x80 | size);
    } else {
        frame[head++] = 0x80 | 126;
        frame[head++] = (unsigned char)(size >> 8);
        frame[head++] = (unsigned char)size;
    }
    memcpy(frame + head, mask, 4);
    head += 4;
    for (size_t i = 0; i < size; i++)
        frame[head + i] = (unsigned char)text[i] ^ mask[i & 3];
    for (size_t at = 0; at < head + size;) {
        ssize_t sent = send(wire->fd, frame + at, head + size - at, MSG_NOSIGNAL);
        if (sent > 0) {
            at += (size_t)sent;
        } else if (sent < 0 && errno == EAGAIN) {
            struct pollfd wait = {.fd = wire->fd, .events = POLLOUT};
            poll(&wait, 1, 1000);
        } else {
            die("a connection is lost while sending");
        }
    }
}

void wire_send(struct wire *wire, const char *text, size_t size)
{
    send_frame(wire, OP_TEXT, text, size);
}

/* How long the first frame is and where its message begins; 0 if it is not whole yet. */
static size_t whole_frame(const char *at, size_t have, size_t *head)
{
    const unsigned char *bytes = (const unsigned char *)at;
    if (have < 2)
        return 0;
    uint64_t size = bytes[1] & 127U;
    uint32_t more = size == 126 ? 2 : size == 127 ? 8 : 0;
    if (have < 2 + more)
        return 0;
    if (more)
        size = 0;
    for (uint32_t i = 0; i < more; i++)
        size = size << 8 | bytes[2 + i];
    *head = 2 + more;
    return have >= *head + size ? *head + size : 0;
}

/* How many of the bytes were whole frames. */
static size_t hand_over(struct wire *wire, const char *bytes, size_t have,
                        void (*hear)(struct wire *wire, const char *text, size_t size))
{
    size_t used = 0, head, size;
    while ((size = whole_frame(bytes + used, have - used, &head)) != 0) {
        int opcode = bytes[used] & 15;
        const char *text = bytes + used + head;
        used += size;
        if (opcode == OP_TEXT)
            hear(wire, text, size - head);
        else if (opcode == OP_PING)
            send_frame(wire, OP_PING + 1, text, size - head);
        else if (opcode == OP_CLOSE)
            die("the server has closed a connection");
    }
    return used;
}

static void keep(struct wire *wire, const char *bytes, size_t size)
{
    if (size > wire->capacity) {
        wire->capacity = 2 * size;
        wire->in = realloc(wire->in, wire->capacity);
        if (!wire->in)
            die("out of memory");
    }
    memcpy(wire->in, bytes, size);
    wire->size = size;
}

/* All wires are read into one place, behind what a wire has kept of a frame that was not whole. */
static void receive(struct wire *wire,
                    void (*hear)(struct wire *wire, const char *text, size_t size))
{
    static char room[MOST_KEPT + ROOM];
    ssize_t got;
    do {
        size_t have = wire->size;
        if (have)
            memcpy(room, wire->in, have);
        got = recv(wire->fd, room + have, ROOM, 0);
        if (got == 0 || (got < 0 && errno != EAGAIN))
            die("a connection is lost");
        if (got < 0)
            return;
        have += (size_t)got;
        wire->size = 0;
        size_t used = hand_over(wire, room, have, hear);
        if (have - used > MOST_KEPT)
            die("a message is too long");
        if (have > used)
            keep(wire, room + used, have - used);
    } while (got == ROOM); /* less: all that has come so far, and what comes is told anew */
}

int wires_turn(int milliseconds, void (*hear)(struct wire *wire, const char *text, size_t size))
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(loop, events, EVENTS, milliseconds);
    for (int i = 0; i < count; i++)
        receive(events[i].data.ptr, hear);
    return count;
}
