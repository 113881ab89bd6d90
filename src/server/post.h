/*
 * The post: a thread that writes to sockets what many connections are told at the end of a turn,
 * while the next turn is taken in. It never waits for a socket.
 *
 * A letter belongs to its sender until it is posted, then to the post until sv_post_back hands it
 * back. A socket has one letter on its way at a time, and its sender keeps it open until then.
 */
#ifndef VALISE_SERVER_POST_H
#define VALISE_SERVER_POST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

enum {
    SV_MOST_PIECES = 8,
    SV_MOST_POSTED = 8 << 10, /* bytes of a letter that is posted */
};

struct sv_letter {
    struct sv_letter *next;
    int socket;
    size_t room; /* bytes that the socket surely takes, as the post knows */
    uint32_t count;
    struct iovec pieces[SV_MOST_PIECES];
    size_t size; /* of all pieces */
    size_t sent; /* bytes that the system has taken */
};

/* `notify` is called from the thread when letters are back. NULL: there can be no thread. */
struct sv_post *sv_post_new(void (*notify)(void));
/* Waits for all letters. */
void sv_post_free(struct sv_post *post);
/*
 * Posts a list of letters. A letter is written only if its socket has so little to do that it
 * surely takes all of it, so that nothing another thread writes there meanwhile can come between
 * its parts; otherwise it comes back as it is.
 */
void sv_post(struct sv_post *post, struct sv_letter *letters);
/* Those that are back, as a list. */
struct sv_letter *sv_post_back(struct sv_post *post);
/* Waits until all are back. */
void sv_post_settle(struct sv_post *post);

/* Writes a letter from this thread, as much of it as the system takes. */
void sv_letter_write(struct sv_letter *letter);

#endif
