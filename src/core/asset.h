/* Files that are built into the program: decks, rules pages, and the web client. */
#ifndef VALISE_CORE_ASSET_H
#define VALISE_CORE_ASSET_H

#include <stddef.h>

struct vl_asset {
    const char *path; /* as in the source tree: "data/ID/NAME.tsv" */
    const unsigned char *bytes;
    size_t size;
};

/* Made by tools/embed.c; sorted by path, ends with a NULL path. */
extern const struct vl_asset vl_assets[];

/* NULL if there is none. */
const struct vl_asset *vl_asset_find(const char *path);

#endif
