/* The texts of the SQL statements, in the order of their enum. */
#include "store/statements.h"

#include "core/banned.h"

#define NUMBER "(SELECT number FROM matches WHERE id = ?1)"
/* A column of the last commit of a match, or 0 if it has none. */
#define LAST(column)                                                                               \
    "coalesce((SELECT " column " FROM commits WHERE match = number ORDER BY start DESC LIMIT 1),"  \
    " 0)"
#define LAST_POSITION LAST("position")
#define LAST_TIME LAST("time")
#define STATEMENT(name, sql) [name] = sql,

const char *const vl_statements[VL_STATEMENTS] = {
#include "store/statements.def"
};
