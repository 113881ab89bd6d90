/*
 * The tree of a search: nodes found by what the searching seat could observe, edges for the moves
 * that have been possible there. Everything lies in two arrays that are made once.
 */
#ifndef VALISE_BOTS_TREE_H
#define VALISE_BOTS_TREE_H

#include "valise/bot.h"

#define TREE_NONE UINT32_MAX

/* A move at a node. Values are those of the seat that acts there. */
struct edge {
    vl_move move;
    uint32_t next; /* the edge with the next larger move, or TREE_NONE */
    uint32_t visits;
    uint32_t available; /* iterations in which the move was legal here */
    float value;        /* sum of results */
    float wins;         /* of these, the games won */
    float points;       /* sum of final points */
    float prior;        /* how likely a sensible player would play it */
    uint32_t again;     /* 1: the same seat decides next */
};

struct node {
    uint64_t key;
    uint32_t first; /* edge with the smallest move */
};

struct tree {
    struct node *nodes;
    struct edge *edges;
    uint32_t *table; /* node numbers by key, open addressing; a power of two */
    uint32_t node_count, node_limit;
    uint32_t edge_count, edge_limit;
    uint32_t table_mask;
};

bool tree_init(struct tree *tree, size_t bytes);
void tree_free(struct tree *tree);
void tree_clear(struct tree *tree);
/* TREE_NONE if there is none. */
uint32_t tree_find(const struct tree *tree, uint64_t key);
/* A node without edges, or TREE_NONE when the tree is full. */
uint32_t tree_add(struct tree *tree, uint64_t key);
/* A fresh edge, not linked yet, or TREE_NONE when the tree is full. */
uint32_t tree_edge(struct tree *tree, vl_move move, float prior);

struct vl_memory {
    uint32_t threads;
    uint32_t spent;             /* iterations of this turn so far */
    double seconds;             /* the same in time */
    struct tree *trees;         /* one a thread */
    struct vl_profile *profile; /* of the first thread, or NULL */
};

#endif
