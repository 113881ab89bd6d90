/*
 * fuzz_seeds DIR: writes the inputs that the fuzz targets start from, one folder a target.
 *
 * States and records come from games played here, decks are the built-in ones, and the engine gets
 * scripts of every command. A dictionary for each target holds the words it reads.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "core/banned.h"
#include "core/file.h"
#include "fuzz.h"
#include "valise/match.h"

static const char *root;

static void save(const char *target, const char *name, uint32_t number, const struct vl_text *text)
{
    char path[1024];
    struct vl_error err = {0};
    snprintf(path, sizeof path, "%s/%s", root, target);
    mkdir(path, 0755);
    snprintf(path, sizeof path, "%s/%s/%s-%u", root, target, name, number);
    if (!vl_file_save(path, vl_text_string(text), text->length, &err))
        fuzz_finding("%s", err.message);
}

static void save_state(uint32_t index, const void *state, uint32_t number)
{
    const struct vl_game *game = fuzz_game(index);
    struct vl_text text = {0};
    struct vl_json json;
    struct vl_view view;
    vl_look(game, fuzz_deck(index)->data, state, VL_OPEN, &view);
    vl_text_char(&text, (char)index);
    vl_json_start(&json, &text);
    game->write_view(fuzz_deck(index), &view, &json);
    save("fuzz_state", game->id, number, &text);
    vl_text_clear(&text);
    vl_text_char(&text, (char)(index | 0x80U));
    vl_text_add_bytes(&text, (const char *)state, game->state_size);
    save("fuzz_state", game->id, number + 1000, &text);
    vl_text_free(&text);
}

/* A game with positions on its way, its record at the end, and a script that plays it. */
static void save_game(uint32_t index, uint32_t seats)
{
    const struct vl_game *game = fuzz_game(index);
    struct vl_setup setup;
    struct vl_chance chance = {.source = VL_CHANCE_SEEDED, .seed = 7};
    struct vl_text script = {0}, text = {0};
    struct vl_rng rng;
    vl_setup_init(game, seats, &setup, NULL);
    struct vl_match *match = vl_match_new(game, fuzz_deck(index), &setup, &chance, false, NULL);
    if (!match)
        fuzz_finding("%s cannot be begun", game->id);
    vl_rng_seed(&rng, 7, seats, VL_STREAM_BOTS);
    vl_text_addf(&script, "new %s seats=%u seed=7\nstate\nview 0\nlegal\n", game->id, seats);
    for (uint32_t n = 0; vl_match_to_act(match) >= 0; n++) {
        vl_move move = game->pick(fuzz_deck(index)->data, vl_match_state(match), &rng);
        struct vl_view view;
        if (n % 32 == 0)
            save_state(index, vl_match_state(match), seats * 100 + n / 32);
        if (n < 12) {
            vl_look(game, fuzz_deck(index)->data, vl_match_state(match), VL_OPEN, &view);
            vl_text_add(&script, "play ");
            game->format_move(fuzz_deck(index), &view, move, &script);
            vl_text_char(&script, '\n');
        }
        vl_match_play(match, move, NULL);
    }
    vl_text_add(&script, "score\nhash\nrecord\nbot greedy seed=3\nbot random\nundo\ndeterminize 1 "
                         "seed=5\nview spectator\nload {}\nchance\nquit\n");
    save("fuzz_engine", game->id, seats, &script);
    struct vl_record *record = vl_match_record(match, true);
    vl_record_write(record, &text);
    save("fuzz_record", game->id, seats, &text);
    vl_record_free(record);
    struct vl_match *fork = vl_match_fork(match, vl_match_position(match) / 2, 1, &chance, NULL);
    vl_text_clear(&text);
    record = vl_match_record(fork, true);
    vl_record_write(record, &text);
    save("fuzz_record", game->id, seats + 10, &text);
    vl_record_free(record);
    vl_match_free(fork);
    vl_match_free(match);
    vl_text_free(&script);
    vl_text_free(&text);
}

/* Files of settings: with every name, and with what is refused. */
static void save_settings(void)
{
    static const char *const files[] = {
        "# all\nbind = 127.0.0.1\nport = 8080\nbase = /valise/\nhost = a.example\nhost = "
        "b.example\n"
        "trust-proxy = 10.0.0.0/8\ntrust-proxy = ::1\nworkers = 3\nbot-share = 50\n"
        "bot-pause = 0\nbot-time = 20\nkeep-finished = 10\nkeep-abandoned = 90\n"
        "limit.frame = 999\n",
        "port=0\r\n\tdb\t=\tx.db\r\nassets = .\r\n",
        "tls-cert = x.pem\ntls-key = y.pem\n",
        "port = http\n",
        "port = 1\nport = 2\n",
        "nothing\n",
    };
    for (uint32_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct vl_text text = {0};
        vl_text_add(&text, files[i]);
        save("fuzz_config", "settings", i, &text);
        vl_text_free(&text);
    }
}

/* Settings, and what comes with a request: see fuzz_access.c. */
static void save_access(void)
{
    struct vl_text text = {0};
    vl_text_add(&text, "/valise/\nplay.example.org\n10.0.0.0/8\nframe=9\nplay.example.org:443\n"
                       "/valise/ws\n::ffff:10.0.0.1\n1.2.3.4, 2001:db8::1 , 10.1.1.1");
    save("fuzz_access", "request", 0, &text);
    vl_text_free(&text);
}

/* What clients send on one connection, behind the four bytes that choose the pieces. */
static void save_connections(void)
{
#define HOST "Host: play.example.org\r\n"
    static const char *const sent[] = {
        "GET / HTTP/1.1\r\n" HOST "Accept-Encoding: gzip\r\nAccept-Encoding: br\r\n\r\n"
        "GET /api/my/records?skip=0&a=%41+b HTTP/1.1\r\n" HOST "Cookie: valise=x\r\n\r\n",
        "HEAD / HTTP/1.1\r\n" HOST "\r\nPOST /api/my/forget HTTP/1.1\r\n" HOST
        "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
        "POST /large HTTP/1.1\r\n" HOST "Expect: 100-continue\r\nContent-Length: 70\r\n\r\n"
        "0123456789012345678901234567890123456789012345678901234567890123456789"
        "GET /healthz HTTP/1.0\r\n\r\n",
        "GET /ws HTTP/1.1\r\n" HOST "Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Protocol: valise.1\r\nOrigin: https://play.example.org\r\n\r\n",
        "GET / HTTP/1.1\r\n" HOST "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
        "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\nPRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET / HTTP/1.1\r\n" HOST "Transfer-Encoding : chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\n" HOST "Content-Length: 3\r\n\r\r\nabc",
        "\r\nGET / HTTP/1.1\r\n" HOST "Connection: Upgrade\r\nUpgrade: foo\r\n\r\n",
        "PUT / HTTP/1.1\r\n" HOST "\r\n",
        "GET /\r\n\r\n",
    };
#undef HOST
    for (uint32_t i = 0; i < sizeof sent / sizeof *sent; i++) {
        struct vl_text text = {0};
        vl_text_addf(&text, "cut%u", i % 10);
        vl_text_add(&text, sent[i]);
        save("fuzz_http", "connection", i, &text);
        vl_text_free(&text);
    }
}

/* WebSocket frames with a mask of zeroes, behind the same four bytes. */
static void save_frames(void)
{
#define MASK "\0\0\0\0"
    static const char frames[] = "cut1"
                                 "\x81\x82" MASK "{}"
                                 "\x01\x81" MASK "{"
                                 "\x89\x84" MASK "ping"
                                 "\x80\x81" MASK "}"
                                 "\x8a\x80" MASK "\x81\xfe\x00\x7e" MASK
                                 "012345678901234567890123456789012345678901234567890123456789"
                                 "012345678901234567890123456789012345678901234567890123456789"
                                 "012345"
                                 "\x88\x82" MASK "\x03\xe8";
#undef MASK
    struct vl_text text = {0};
    vl_text_add_bytes(&text, frames, sizeof frames - 1);
    save("fuzz_frames", "frames", 0, &text);
    vl_text_free(&text);
}

static void save_tables(uint32_t index)
{
    const struct vl_deck *deck = fuzz_deck(index);
    for (uint32_t t = 0; t < fuzz_game(index)->table_count; t++) {
        struct vl_text text = {0};
        vl_text_char(&text, (char)index);
        vl_text_char(&text, (char)t);
        vl_text_add_bytes(&text, deck->originals[t], deck->sizes[t]);
        save("fuzz_deck", fuzz_game(index)->id, t, &text);
        vl_text_free(&text);
    }
}

/* Scripts for the server: "@M" and the like are explained in fuzz_server.c. */
static void save_server_scripts(void)
{
    static const char *const place = "\"id\":1,\"match\":\"@M\",\"seat\":";
    static const char *const kinds[] = {
        "watch", "try", "commit", "hint", "explain", "refusal", "replay", "unwatch", "name",
    };
    static const char *const members[] = {
        ",\"seen\":0",
        ",\"position\":@P,\"moves\":[\"@L\"]",
        ",\"position\":@P,\"moves\":[\"@L\"],\"key\":\"k\"",
        ",\"position\":@P",
        ",\"position\":@P,\"move\":\"@L\"",
        ",\"position\":@P,\"target\":\"hand.3\"",
        ",\"from\":0,\"count\":3",
        "",
        ",\"name\":\"Ada\"",
    };
    static const char *const requests[] = {
        "/api/games\n/healthz\n/metrics\n/\n/api/my/matches\n/api/matches/@M\n",
        "/api/matches/@M/record\n/api/matches/@M/verify\n/assets/main.js\n/api/rules/x\n",
        "POST /api/my/forget {\"match\":\"@M\"}\nPOST /api/matches/@M/rematch {}\n",
        "POST /api/matches/@M/claim {\"seat\":1,\"secret\":\"@S\",\"name\":\"Eve\"}\n",
        "POST /api/matches/@M/ask {\"seat\":1,\"secret\":\"@S\",\"key\":\"@S\"}\n"
        "POST /api/matches/@M/move {\"seat\":0,\"stay\":true}\n",
        "POST /api/matches/@M/move {\"seat\":0}\n/api/my/left\n/api/my/statistics\n"
        "POST /api/matches/@M/take {\"seat\":0,\"token\":\"@S\"}\n/api/my/records?skip=0\n",
        "POST /api/matches/@M/reissue {\"seat\":1,\"agree\":true}\n"
        "POST /api/matches/@M/reissue/link {\"seat\":1}\nPOST /api/my/left {\"match\":\"@M\"}\n",
        "POST /api/matches/@M/fork {\"position\":@P,\"view\":0,\"seats\":[{\"kind\":\"me\"},"
        "{\"kind\":\"bot\",\"bot\":\"greedy\"}]}\n",
        "POST /api/import {\"records\":\"valise record 1\\ngame x\\n\"}\n"
        "POST /api/my/statistics/delete {}\nPOST /api/my/delete {\"everything\":true}\n",
    };
    struct vl_text text = {0};
    uint32_t number = 0;
    for (uint32_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        vl_text_clear(&text);
        for (int seat = 0; seat < 2; seat++)
            vl_text_addf(&text, "{\"type\":\"%s\",%s%d%s}\n", kinds[kind], place, seat,
                         members[kind]);
        save("fuzz_server", "message", number++, &text);
    }
    for (uint32_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        vl_text_clear(&text);
        vl_text_add(&text, requests[i]);
        save("fuzz_server", "request", number++, &text);
    }
    vl_text_clear(&text);
    vl_text_addf(&text,
                 "POST /api/matches {\"game\":\"%s\",\"seats\":[{\"kind\":\"me\"},"
                 "{\"kind\":\"bot\",\"bot\":\"greedy\"}]}\n",
                 fuzz_game(0)->id);
    save("fuzz_server", "request", number++, &text);
    vl_text_clear(&text);
    for (int n = 0; n < 20; n++) /* some moves of a match */
        for (int seat = 0; seat < 2; seat++)
            vl_text_addf(&text,
                         "{\"type\":\"commit\",%s%d,\"position\":@P,\"moves\":[\"@L\"],"
                         "\"key\":\"k%d\"}\n",
                         place, seat, n);
    save("fuzz_server", "match", number, &text);
    vl_text_free(&text);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: fuzz_seeds DIR\n");
        return 2;
    }
    root = argv[1];
    for (uint32_t index = 0; index < fuzz_game_count(); index++) {
        for (uint32_t seats = fuzz_game(index)->least_seats; seats <= fuzz_game(index)->most_seats;
             seats++)
            save_game(index, seats);
        save_tables(index);
    }
    save_settings();
    save_access();
    save_connections();
    save_frames();
    save_server_scripts();
    return 0;
}
