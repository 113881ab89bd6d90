/* valise engine: the line protocol on standard input and output. */
#include "cli/cli.h"
#include "cli/protocol.h"
#include "core/banned.h"

/* Reads one line without its end; what is longer than the longest line is read and dropped, but
 * for one byte, by which the session sees that it was too long. False at the end of input. */
static bool read_line(FILE *in, struct vl_text *line)
{
    int c;
    vl_text_clear(line);
    while ((c = getc_unlocked(in)) != EOF && c != '\n')
        if (line->length <= VL_ENGINE_LONGEST_LINE)
            vl_text_char(line, (char)c);
    return c != EOF || line->length > 0;
}

int cli_engine(const struct cli_command *self, int argc, char **argv)
{
    struct cli_words words;
    int status = cli_read(self, argc, argv, NULL, 0, 0, &words);
    if (status != CLI_GO_ON)
        return status;
    struct vl_engine *engine = vl_engine_new();
    struct vl_text line = {0}, answer = {0};
    bool going = true;
    status = CLI_DONE;
    while (going && status == CLI_DONE && read_line(stdin, &line)) {
        vl_text_clear(&answer);
        going = vl_engine_line(engine, vl_text_string(&line), line.length, &answer);
        vl_text_char(&answer, '\n');
        fputs(vl_text_string(&answer), stdout);
        status = cli_finish(CLI_DONE);
    }
    vl_text_free(&answer);
    vl_text_free(&line);
    vl_engine_free(engine);
    return status;
}
