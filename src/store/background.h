/*
 * A background thread with room for one task; wait() joins that task.
 *
 * The store syncs large batches on it (vl_sqlite_begin_sync), so that the server can write messages
 * while the disk works.
 */
#ifndef VALISE_STORE_BACKGROUND_H
#define VALISE_STORE_BACKGROUND_H

struct vl_background;

/* Starts the thread. NULL: no thread could be started. */
struct vl_background *vl_background_new(void);
/* Waits for the task, if there is one, and ends the thread. NULL is allowed. */
void vl_background_free(struct vl_background *background);
/* Runs a task on the thread. The task before it must have been waited for. */
void vl_background_start(struct vl_background *background, void (*work)(void *context),
                         void *context);
/* Waits until the task is done; returns at once if there is none. What the task has written is
 * visible to the caller then. */
void vl_background_wait(struct vl_background *background);

#endif
