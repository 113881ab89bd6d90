/* Composing against a server: which messages the stores send, and what they make of the answers. */
import { FakeSocket, settled } from "./page";
import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { deals } from "../shell/deal";
import { confirmMoves } from "../shell/settings";
import { TableStore } from "../shell/store/table";
import type { Table, Way } from "../shell/types";
import { line, move, moves, seat, table, tried } from "./tables";

let store: TableStore;
let socket: FakeSocket;

/** Opens a table for these seats, as start() does once HTTP has answered. */
async function open(first: Table, mine = [0]): Promise<void> {
  if (FakeSocket.all.length) {
    store.stop();
    FakeSocket.last.lose();
  }
  store = new TableStore("M");
  store.state.sitDown(mine);
  (store as unknown as { watchAll: () => void }).watchAll();
  socket = FakeSocket.last;
  socket.open();
  await socket.say({ ...first });
}

const lit = () => [...store.draft.lit.value].sort();
const steps = () => store.draft.steps.value.map((step) => step.move);

const LEGAL = moves("take 1 @ queue.1", "take 2 @ queue.2", "sell 1 @ queue.1 desk.0");

beforeEach(async () => {
  confirmMoves.value = true;
  await open(table({ legal: LEGAL }));
});

test("the board lights what can be touched", () => {
  assert.deepEqual(lit(), ["desk.0", "queue.1", "queue.2"]);
  assert.equal(store.myTurn.value, true);
});

test("a touch that means one move tries it", async () => {
  store.draft.touch("queue.2");
  const { id, ...message } = socket.latest("try");
  assert.equal(typeof id, "number");
  assert.deepEqual(message, { type: "try", match: "M", seat: 0, position: 4, moves: ["take 2"] });
  await socket.answer("try", { ...tried(["take 2"], { turn_over: true }) });
  assert.deepEqual(steps(), ["take 2"]);
  assert.deepEqual([...store.draft.chosen.value], ["queue.2"]);
  assert.equal(store.draft.ready.value, true);
  assert.deepEqual(lit(), []);
  assert.equal(store.draft.offer(), "Take 2");
  assert.equal(store.shown.value?.position, 5);
});

test("a touch that leaves several opens a list; the same touch closes it", () => {
  store.draft.touch("queue.1");
  assert.deepEqual(
    store.draft.menu.value.map((one) => one.move),
    ["take 1", "sell 1"],
  );
  assert.deepEqual(lit(), ["desk.0"]);
  store.draft.touch("queue.1");
  assert.deepEqual(store.draft.menu.value, []);
  assert.equal(socket.of("try").length, 0);
});

test("a touch elsewhere begins again with that element", () => {
  store.draft.touch("queue.1");
  store.draft.touch("queue.2");
  assert.deepEqual(socket.latest("try").moves, ["take 2"]);
});

test("touching what is not lit asks why", async () => {
  store.draft.touch("deck");
  const { target, moves: so } = socket.latest("refusal");
  assert.equal(target, "deck");
  assert.deepEqual(so, []);
  await socket.answer("refusal", { legal: false, message: "the deck is empty", clause: "XX-1.1" });
  assert.equal(store.messages.refusal.value?.clause, "XX-1.1");
  assert.equal(store.messages.spoken.value, "Not now: the deck is empty.");
  store.draft.touch("queue.1");
  assert.equal(store.messages.refusal.value, null);
});

test("a forced step is taken, and goes back with the step before it", async () => {
  store.draft.touch("queue.2");
  await socket.answer("try", { ...tried(["take 2"], { legal: moves("pay @ coin") }) });
  assert.deepEqual(socket.latest("try").moves, ["take 2", "pay"]);
  await socket.answer("try", { ...tried(["take 2", "pay"], { turn_over: true }) });
  assert.deepEqual(steps(), ["take 2", "pay"]);
  assert.equal(store.draft.offer(), "Take 2");
  store.draft.takeBack();
  assert.deepEqual(steps(), []);
  assert.equal(store.messages.spoken.value, "Taken back.");
});

test("touching a chosen step takes it back, with all later ones", async () => {
  store.draft.touch("queue.2");
  const more = tried(["take 2"], { legal: moves("a @ x", "b @ y") });
  await socket.answer("try", { ...more });
  store.draft.touch("x");
  await socket.answer("try", { ...tried(["take 2", "a"], { legal: moves("c @ z", "d @ u") }) });
  assert.equal(store.draft.offer(), "Play these 2 steps");
  store.draft.touch("x");
  assert.deepEqual(socket.latest("try").moves, ["take 2"]);
});

test("an answer to an older try is ignored", async () => {
  store.draft.touch("queue.2");
  const first = socket.latest("try").id;
  store.draft.clear();
  await socket.say({ ...tried(["take 2"], { turn_over: true }), re: first as number });
  assert.deepEqual(steps(), []);
});

test("a commit keeps the steps on the screen until the next table is there", async () => {
  store.draft.touch("queue.2");
  await socket.answer("try", { ...tried(["take 2"], { turn_over: true }) });
  void store.draft.commit();
  void store.draft.commit();
  assert.equal(socket.of("commit").length, 1, "one touch too many sends nothing");
  const commit = socket.latest("commit");
  assert.deepEqual(commit.moves, ["take 2"]);
  assert.match(String(commit.key), /^[0-9a-f-]{36}$/);
  await socket.answer("commit", { type: "ack", position: 5 });
  assert.equal(store.draft.sending.value, true);
  assert.deepEqual(steps(), ["take 2"]);
  assert.equal(store.since.value, 5);
  await socket.say({ ...table({ position: 5, to_act: 1 }) });
  assert.equal(store.draft.sending.value, false);
  assert.deepEqual(steps(), []);
});

test("nothing is committed before the moves are complete", async () => {
  store.draft.touch("queue.2");
  await socket.answer("try", { ...tried(["take 2"], { legal: moves("a @ x", "b @ y") }) });
  await store.draft.commit();
  assert.equal(socket.of("commit").length, 0);
});

test("a stale commit clears the draft and says so", async () => {
  store.draft.touch("queue.2");
  await socket.answer("try", { ...tried(["take 2"], { turn_over: true }) });
  void store.draft.commit();
  await socket.answer("commit", { type: "error", code: "stale", message: "" });
  assert.deepEqual(steps(), []);
  assert.equal(store.draft.sending.value, false);
  assert.equal(store.messages.notice.value, "The table has moved on; look again.");
});

test("a lost connection keeps the draft", async () => {
  store.draft.touch("queue.2");
  await socket.answer("try", { ...tried(["take 2"], { legal: moves("a @ x", "b @ y") }) });
  store.draft.touch("x");
  socket.lose();
  await settled();
  assert.deepEqual(steps(), ["take 2"]);
  assert.match(store.messages.notice.value, /^Not connected/);
});

test("with confirming off a move without a choice is played at once", async () => {
  confirmMoves.value = false;
  store.draft.touch("queue.2");
  await socket.answer("try", { ...tried(["take 2"], { turn_over: true }) });
  assert.deepEqual(socket.latest("commit").moves, ["take 2"]);
});

test("a button plays at once where nothing follows, and only as the first step", async () => {
  void store.draft.press(move("pass"));
  await socket.answer("try", { ...tried(["pass"], { turn_over: true }) });
  assert.deepEqual(socket.latest("commit").moves, ["pass"]);
});

test("another player's move drops what was composed", async () => {
  store.draft.touch("queue.1");
  assert.equal(store.draft.touched.value.length, 1);
  await socket.say({ ...table({ position: 5, legal: LEGAL }) });
  assert.deepEqual(store.draft.touched.value, []);
});

test("a set that the first step opens gives the button its name", async () => {
  const choice = { set: true, least: 1, most: 2, candidates: moves("a @ x", "b @ y"), chosen: [] };
  store.draft.touch("queue.2");
  await socket.answer("try", { ...tried(["take 2"], { choice, complete: false }) });
  assert.deepEqual(lit(), ["x", "y"]);
  store.draft.touch("x");
  const chosen = { ...choice, chosen: moves("a @ x"), done: move("done") };
  await socket.answer("try", { ...tried(["take 2", "a"], { choice: chosen }) });
  assert.equal(store.draft.offer(), "Take 2");
});

test("a path goes as far as chance allows, and goes on after the commit", async () => {
  const way: Way = { label: "Go to {1}'s town", moves: ["go a", "go b"], until_chance: 1 };
  const facts = { ...table().facts, ways: [{ targets: ["town.b"], ways: [way] }] };
  const at = { legal: moves("go a @ town.a"), facts };
  await open(table(at));
  store.draft.touch("town.b");
  assert.deepEqual(socket.latest("try").moves, ["go a"]);
  await socket.answer("try", { ...tried(["go a"], { stopped: true }) });
  assert.equal(store.draft.offer(), "Go to Ben's town");
  void store.draft.commit();
  await socket.answer("commit", { type: "ack", position: 5 });
  await socket.say({ ...table({ position: 5, legal: moves("go b @ town.b", "stay") }) });
  assert.deepEqual(socket.latest("try").moves, ["go b"]);
});

test("the rest of a path is dropped where it is no longer legal", async () => {
  const way: Way = { label: "Go", moves: ["go a", "go b"], until_chance: 1 };
  const facts = { ...table().facts, ways: [{ targets: ["town.b"], ways: [way] }] };
  await open(table({ legal: moves("go a @ town.a"), facts }));
  store.draft.touch("town.b");
  await socket.answer("try", { ...tried(["go a"], { stopped: true }) });
  void store.draft.commit();
  await socket.answer("commit", { type: "ack", position: 5 });
  await socket.say({ ...table({ position: 5, legal: moves("stay") }) });
  assert.equal(socket.of("try").length, 1);
});

test("nothing can be touched while looking back", async () => {
  void store.lookBack(1);
  assert.deepEqual(lit(), []);
  store.draft.touch("queue.2");
  assert.equal(socket.of("try").length, 0);
});

test("looking back fetches a chunk, and shows it when it is there", async () => {
  await open(table({ position: 40, log: [line(16, "x", ["queue.2"])] }));
  assert.equal(store.shown.value?.position, 40);
  void store.lookBack(17);
  const { from, count, open: hands } = socket.latest("replay");
  assert.deepEqual([from, count, hands], [16, 16, false]);
  assert.equal(store.shown.value?.position, 40, "what was shown stays until then");
  await socket.answer("replay", { positions: [{ ...tried([]), position: 17 }] });
  assert.equal(store.shown.value?.position, 17);
  assert.deepEqual([...store.marked.value], ["queue.2"], "the move that led there is marked");
  void store.lookBack(17);
  assert.equal(socket.of("replay").length, 1, "a position is fetched once");
  void store.lookBack(17, true);
  assert.equal(socket.latest("replay").open, true, "open hands are other positions");
  void store.lookBack(null);
  assert.equal(store.shown.value?.position, 40);
});

test("a hint is shown for what it was asked for, and dropped after a step", async () => {
  const hint = { ...move("take 2 @ queue.2"), bot: "greedy", because: "cheap", candidates: [] };
  void store.hints.ask();
  assert.equal(store.hints.hint.value, "thinking");
  await socket.answer("hint", { type: "hint", ...hint });
  assert.deepEqual([...store.hints.targets.value], ["queue.2"]);
  store.draft.touch("queue.2");
  await socket.answer("try", { ...tried(["take 2"], { turn_over: true }) });
  assert.equal(store.hints.hint.value, null);
});

test("a hint that comes too late is dropped; the one asked for meanwhile follows", async () => {
  void store.hints.ask();
  store.draft.touch("queue.2");
  await socket.answer("try", { ...tried(["take 2"], { legal: moves("a @ x", "b @ y") }) });
  void store.hints.ask();
  assert.equal(socket.of("hint").length, 1, "one at a time");
  await socket.answer("hint", { type: "hint", ...move("take 1"), candidates: [] });
  assert.equal(socket.of("hint").length, 2);
  assert.deepEqual(socket.latest("hint").moves, ["take 2"]);
});

test("two hands at one screen: the curtain hangs until the next one is there", async () => {
  const seats = [seat(0), seat(1, { mine: true })];
  await open(table({ seat: null, seats, legal: [] }), [0, 1]);
  assert.equal(store.state.curtain.value, 0);
  await socket.say({ ...table({ seats, legal: LEGAL }) });
  store.liftCurtain(0);
  assert.equal(store.state.curtain.value, null);
  assert.equal(store.myTurn.value, true);
  await socket.say({ ...table({ seat: null, seats, position: 5, to_act: 1 }) });
  await socket.say({ ...table({ seats, position: 5, to_act: 1 }) });
  assert.equal(store.state.curtain.value, 1);
});

test("a new line is announced, with whose turn it is", async () => {
  await socket.say({
    ...table({ position: 5, from: 4, log: [line(4, "{1} takes Otis.")], to_act: 0 }),
  });
  assert.equal(store.messages.spoken.value, "Ben takes Otis. Your turn. take a card.");
  await socket.say({ ...table({ position: 6, from: 6, status: "over", to_act: -2 }) });
  assert.equal(store.messages.spoken.value, "The match is over.");
});

test("a bot that stands in for me, and a silent neighbour", async () => {
  const seats = [seat(0, { minded: true }), seat(1, { silent: 60000 })];
  await socket.say({ type: "presence", match: "M", seats });
  assert.deepEqual(store.seats.minded.value, [0]);
  assert(store.seats.silentIn(seats[1]!) > 59000);
  assert.equal(store.seats.silentIn(seats[0]!), Infinity);
});

test("while players gather, a seat pledges its nonce, and reveals it when all have", async () => {
  const pledges: (string | null)[] = [null, null];
  const deal = { phase: "pledges" as const, restarts: 0, pledges, nonces: [null, null] };
  const commitment = "ab".repeat(32);
  const gathering = table({ status: "gathering", commitment, deal });
  await open(gathering);
  await socket.say({ ...gathering });
  assert.equal(socket.of("pledge").length, 1);
  const pledge = String(socket.latest("pledge").pledge);
  assert.match(pledge, /^[0-9a-f]{64}$/);
  assert.equal(socket.of("nonce").length, 0);
  const seats = [seat(0, { nonce: false }), seat(1, { nonce: false })];
  const revealing = { ...deal, phase: "nonces", pledges: [pledge, "cd".repeat(32)] };
  for (let twice = 0; twice < 2; twice++)
    await socket.say({ type: "presence", match: "M", seats, deal: revealing });
  assert.equal(socket.of("nonce").length, 1);
  assert.match(String(socket.latest("nonce").nonce), /^[\w-]{43}$/);
  // The other seat's nonce is not the one it pledged.
  const nonce = deals.value.M!.mine["0"]!.nonce;
  const dealt = { ...revealing, phase: "dealt" as const, nonces: [nonce, "ef".repeat(32)] };
  await socket.say({ ...table({ status: "running", commitment, position: 9, deal: dealt }) });
  assert.deepEqual(store.seats.dealFault.value, { what: "nonce", seat: 1 });
});
