/* Looking up built-in files. */
#include "core/asset.h"

#include "core/banned.h"

const struct vl_asset *vl_asset_find(const char *path)
{
    for (const struct vl_asset *asset = vl_assets; asset->path; asset++)
        if (strcmp(asset->path, path) == 0)
            return asset;
    return NULL;
}
