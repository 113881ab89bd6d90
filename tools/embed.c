/*
 * embed ROOT OUT.c PATH...: writes the files ROOT/PATH as C arrays, as struct vl_asset wants them.
 * A PATH that ends with a slash stands for the files of that folder. Used by the build only.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 4096 };

static char *paths[MOST_FILES];
static int count;

static int add(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 1;
    if (count == MOST_FILES || !(paths[count] = malloc(size)))
        return 0;
    snprintf(paths[count++], size, "%s%s", folder, name);
    return 1;
}

/* The files of a folder that have a dot inside their names; folders do not. */
static int add_folder(const char *root, const char *folder)
{
    char name[4096];
    int good = 1;
    snprintf(name, sizeof name, "%s/%s", root, folder);
    DIR *open = opendir(name);
    if (!open) {
        perror(name);
        return 0;
    }
    for (struct dirent *entry; good && (entry = readdir(open));)
        if (entry->d_name[0] != '.' && strchr(entry->d_name, '.'))
            good = add(folder, entry->d_name);
    closedir(open);
    return good;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static size_t write_bytes(FILE *out, FILE *in, int number)
{
    size_t size = 0;
    fprintf(out, "static const unsigned char asset_%d[] = {", number);
    for (int c; (c = getc(in)) != EOF; size++)
        fprintf(out, "%s%d,", size % 32 ? "" : "\n", c);
    fprintf(out, "0};\n"); /* one more byte, so that text is terminated and no array is empty */
    return size;
}

/* Writes all of them; says what cannot be read. */
static int write_all(const char *root, FILE *out)
{
    size_t *sizes = calloc((size_t)count + 1, sizeof *sizes);
    int good = sizes != NULL;
    fprintf(out, "/* Made by tools/embed.c. */\n#include \"core/asset.h\"\n\n");
    for (int i = 0; good && i < count; i++) {
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", root, paths[i]);
        FILE *in = fopen(name, "rb");
        if (!in) {
            perror(name);
            good = 0;
            break;
        }
        sizes[i] = write_bytes(out, in, i);
        good = !ferror(in);
        if (!good)
            perror(name);
        fclose(in);
    }
    fprintf(out, "\nconst struct vl_asset vl_assets[] = {\n");
    for (int i = 0; good && i < count; i++)
        fprintf(out, "    {\"%s\", asset_%d, %zu},\n", paths[i], i, sizes[i]);
    fprintf(out, "    {0, 0, 0},\n};\n");
    free(sizes);
    return good;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: embed ROOT OUT.c PATH...\n");
        return 2;
    }
    int good = 1;
    for (int i = 3; good && i < argc; i++) {
        size_t length = strlen(argv[i]);
        int folder = length > 0 && argv[i][length - 1] == '/';
        good = folder ? add_folder(argv[1], argv[i]) : add("", argv[i]);
    }
    if (good) {
        qsort(paths, (size_t)count, sizeof *paths, by_path);
        FILE *out = fopen(argv[2], "w");
        good = out && write_all(argv[1], out);
        if (!out || fclose(out) != 0) {
            perror(argv[2]);
            good = 0;
        }
        if (!good) /* no half a file that looks new */
            remove(argv[2]);
    }
    while (count > 0)
        free(paths[--count]);
    return good ? 0 : 1;
}
