/* A thread that does one thing while its owner does another. */
#ifndef VALISE_STORE_ASIDE_H
#define VALISE_STORE_ASIDE_H

/* NULL: there can be no thread. */
struct vl_aside *vl_aside_new(void);
/* Waits for what is being done. */
void vl_aside_free(struct vl_aside *aside);
/* One thing at a time: the one before it must have been waited for. */
void vl_aside_start(struct vl_aside *aside, void (*work)(void *context), void *context);
void vl_aside_wait(struct vl_aside *aside);

#endif
