/* The SQL statements of the store; statements.def lists them. */
#ifndef VALISE_STORE_STATEMENTS_H
#define VALISE_STORE_STATEMENTS_H

#define STATEMENT(name, sql) name,
enum vl_statement {
#include "store/statements.def"
    VL_STATEMENTS,
};
#undef STATEMENT

extern const char *const vl_statements[VL_STATEMENTS];

#endif
