/*
 * Fuzz target: records. What parses is written and parsed again to the same text, then replayed
 * and verified with the built-in deck, whatever deck it names.
 */
#include <stdio.h>
#include <string.h>

#include "core/banned.h"
#include "fuzz.h"
#include "valise/match.h"

static void write_again(const struct vl_record *record)
{
    struct vl_text first = {0}, second = {0};
    struct vl_error err = {0};
    vl_record_write(record, &first);
    struct vl_record *again = vl_record_parse(vl_text_string(&first), first.length, &err);
    if (!again)
        fuzz_finding("a record does not parse again: %s: %s", err.where, err.message);
    vl_record_write(again, &second);
    if (strcmp(vl_text_string(&first), vl_text_string(&second)) != 0)
        fuzz_finding("a record is written otherwise the second time");
    vl_record_free(again);
    vl_text_free(&first);
    vl_text_free(&second);
}

static void replay(struct vl_record *record)
{
    struct vl_verdict verdict;
    struct vl_error err = {0};
    int index = fuzz_find(record->game);
    if (index < 0)
        return;
    const struct vl_deck *deck = fuzz_deck((uint32_t)index);
    snprintf(record->deck_hash, sizeof record->deck_hash, "%s", deck->hash);
    bool good = vl_record_verify(fuzz_game((uint32_t)index), deck, record, &verdict, &err);
    if (!good && !err.message[0])
        fuzz_finding("a record does not hold, without a reason");
    struct vl_match *match = vl_match_from_record(fuzz_game((uint32_t)index), deck, record, NULL);
    struct vl_line line;
    for (uint32_t i = 0; match && i < vl_match_position(match) && i < 50; i++)
        vl_match_line(match, i, VL_SPECTATOR, &line);
    vl_match_free(match);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct vl_error err = {0};
    struct vl_record *record = vl_record_parse((const char *)data, size, &err);
    fuzz_game_count();
    if (!record && !err.message[0])
        fuzz_finding("a record is refused without a reason");
    if (record) {
        write_again(record);
        replay(record);
    }
    vl_record_free(record);
    return 0;
}
