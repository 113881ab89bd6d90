/* The old name of match.h, kept for one release. */
#ifndef VALISE_TABLE_H
#define VALISE_TABLE_H

#include "valise/match.h"

#endif
