/*
 * The tree of a search: allocation once, lookup by key.
 *
 * Nodes and edges are two arrays that only grow, and refer to each other by index; a hash table
 * with open addressing, at most half full, finds a node by its key. Clearing a tree resets two
 * counters and the table, so that one allocation serves a whole match.
 */
#include "bots/tree.h"

#include "core/alloc.h"
#include "core/banned.h"

bool tree_init(struct tree *tree, size_t bytes)
{
    /* About eight edges a node, and a table twice as large as the nodes. */
    size_t unit = sizeof *tree->nodes + 8 * sizeof *tree->edges + 2 * sizeof *tree->table;
    uint32_t nodes = (uint32_t)(bytes / unit), slots = 64;
    *tree = (struct tree){0};
    nodes = nodes < 32 ? 32 : nodes;
    while (slots < 2 * nodes)
        slots *= 2;
    tree->node_limit = nodes;
    tree->edge_limit = 8 * nodes < VL_MAX_MOVES * 4 ? VL_MAX_MOVES * 4 : 8 * nodes;
    tree->table_mask = slots - 1;
    tree->nodes = malloc(tree->node_limit * sizeof *tree->nodes);
    tree->edges = malloc(tree->edge_limit * sizeof *tree->edges);
    tree->table = malloc(slots * sizeof *tree->table);
    if (!tree->nodes || !tree->edges || !tree->table) {
        tree_free(tree);
        return false;
    }
    tree_clear(tree);
    return true;
}

void tree_free(struct tree *tree)
{
    free(tree->nodes);
    free(tree->edges);
    free(tree->table);
    *tree = (struct tree){0};
}

void tree_clear(struct tree *tree)
{
    tree->node_count = tree->edge_count = 0;
    memset(tree->table, 0xff, (tree->table_mask + 1U) * sizeof *tree->table);
}

uint32_t tree_find(const struct tree *tree, uint64_t key)
{
    for (uint32_t slot = (uint32_t)key & tree->table_mask;; slot = (slot + 1) & tree->table_mask) {
        uint32_t node = tree->table[slot];
        if (node == TREE_NONE || tree->nodes[node].key == key)
            return node;
    }
}

uint32_t tree_add(struct tree *tree, uint64_t key)
{
    if (tree->node_count == tree->node_limit)
        return TREE_NONE;
    uint32_t slot = (uint32_t)key & tree->table_mask;
    while (tree->table[slot] != TREE_NONE)
        slot = (slot + 1) & tree->table_mask;
    tree->table[slot] = tree->node_count;
    tree->nodes[tree->node_count] = (struct node){key, TREE_NONE};
    return tree->node_count++;
}

uint32_t tree_edge(struct tree *tree, vl_move move, float prior)
{
    if (tree->edge_count == tree->edge_limit)
        return TREE_NONE;
    tree->edges[tree->edge_count] = (struct edge){.move = move, .next = TREE_NONE, .prior = prior};
    return tree->edge_count++;
}

struct vl_memory *vl_memory_new(uint32_t iterations, uint32_t threads)
{
    /* An iteration adds a node at most; nodes have ten edges or so. */
    enum { BYTES_A_NODE = 400, LEAST = 256, MOST = 1 << 17 };
    uint32_t nodes = iterations == 0 || iterations > MOST ? MOST : iterations;
    size_t bytes = (size_t)(nodes < LEAST ? LEAST : nodes) * BYTES_A_NODE;
    struct vl_memory *memory = vl_alloc(1, sizeof *memory);
    memory->threads = threads ? threads : 1;
    memory->trees = vl_alloc(memory->threads, sizeof *memory->trees);
    /* bot.h promises NULL where the trees cannot be had; all else is small. */
    for (uint32_t i = 0; i < memory->threads; i++) {
        if (!tree_init(&memory->trees[i], bytes)) {
            vl_memory_free(memory);
            return NULL;
        }
    }
    return memory;
}

void vl_memory_free(struct vl_memory *memory)
{
    if (!memory)
        return;
    for (uint32_t i = 0; i < memory->threads; i++)
        tree_free(&memory->trees[i]);
    free(memory->trees);
    free(memory);
}

void vl_memory_measure(struct vl_memory *memory, struct vl_profile *profile)
{
    memory->profile = profile;
}

void vl_memory_clear(struct vl_memory *memory)
{
    memory->spent = 0;
    memory->seconds = 0;
    for (uint32_t i = 0; i < memory->threads; i++)
        tree_clear(&memory->trees[i]);
}
