/* Looking back at a match; see review.c. */
#ifndef VALISE_CLI_REVIEW_H
#define VALISE_CLI_REVIEW_H

#include "valise/match.h"

/* Prints the review of a match; so many rollouts for each estimate and iterations of search for
 * each decision, 0: as usual. */
int cli_review(const struct vl_match *match, bool json, uint32_t rollouts, uint32_t iterations);

#endif
