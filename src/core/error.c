/* Errors for input from outside. */
#include "valise/error.h"

#include <stdarg.h>

#include "core/banned.h"

/* Messages that do not fit are cut: an error must never fail itself. */
__attribute__((format(printf, 5, 0))) static void fill(struct vl_error *err,
                                                       enum vl_error_code code, const char *where,
                                                       const char *clause, const char *format,
                                                       va_list args)
{
    err->code = code;
    snprintf(err->where, sizeof err->where, "%s", where ? where : "");
    snprintf(err->clause, sizeof err->clause, "%s", clause ? clause : "");
    vsnprintf(err->message, sizeof err->message, format, args);
}

bool vl_fail(struct vl_error *err, enum vl_error_code code, const char *where, const char *format,
             ...)
{
    if (err) {
        va_list args;
        va_start(args, format);
        fill(err, code, where, NULL, format, args);
        va_end(args);
    }
    return false;
}

/* A refusal by the rules names its clause, and no place: the player sees what is wrong and may look
 * up why. */
bool vl_refuse(struct vl_error *err, const char *clause, const char *format, ...)
{
    if (err) {
        va_list args;
        va_start(args, format);
        fill(err, VL_REFUSED, NULL, clause, format, args);
        va_end(args);
    }
    return false;
}
