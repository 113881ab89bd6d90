import { test } from "node:test";
import assert from "node:assert/strict";
import {
  forcedNext,
  giveBack,
  lastOwnStep,
  litTargets,
  named,
  poolOf,
  takenSteps,
  touchableMoves,
  touching,
  touchTarget,
} from "../shell/store/compose";
import type { Choice, MoveInfo } from "../shell/types";
import { line, move, moves, tried } from "./tables";

const names = (list: readonly MoveInfo[]) => list.map((one) => one.move);
const NO_SET: Choice = { set: false };

test("without a set the pool is the legal moves", () => {
  const legal = moves("a @ hand.1", "b @ hand.2");
  assert.deepEqual(poolOf(legal, NO_SET), legal);
});

test("a set adds its candidates in any order, and takes out what is chosen", () => {
  const legal = moves("card 2 @ hand.2", "card 3 @ hand.3");
  const choice: Choice = {
    set: true,
    least: 1,
    most: 3,
    chosen: [move("card 2 @ hand.2")],
    // Candidates that are legal moves are only named; the others carry their elements.
    candidates: [move("card 1 @ hand.1"), { move: "card 2" }, { move: "card 3" }],
    done: null,
  };
  const pool = poolOf(legal, choice);
  assert.deepEqual(names(pool), ["card 1", "card 3"]);
  assert.deepEqual(pool[1]!.targets, ["hand.3"]);
});

test("done joins the pool once enough is chosen", () => {
  const choice = (chosen: MoveInfo[]): Choice => ({
    set: true,
    least: 2,
    candidates: [{ move: "c" }],
    chosen,
    done: move("done"),
  });
  assert.deepEqual(names(poolOf([], choice(moves("a")))), ["c"]);
  assert.deepEqual(names(poolOf([], choice(moves("a", "b")))), ["c", "done"]);
});

test("a candidate without elements can still be listed", () => {
  const pool = poolOf([], { set: true, candidates: [{ move: "x" }] });
  assert.deepEqual(pool, [{ move: "x", targets: [] }]);
});

test("the only next move is forced", () => {
  const next = forcedNext(tried(["a"], { legal: moves("b @ hand.1") }));
  assert.deepEqual(next, { move: "b", targets: ["hand.1"], forced: true });
});

test("nothing is forced where the player has a choice or the turn ends", () => {
  const legal = moves("b");
  assert.equal(forcedNext(tried(["a"], { legal: moves("b", "c") })), null);
  assert.equal(forcedNext(tried(["a"], { legal: [] })), null);
  assert.equal(forcedNext(tried(["a"], { legal, turn_over: true })), null);
  assert.equal(forcedNext(tried(["a"], { legal, stopped: true })), null);
});

test("nothing is forced while a set can be changed or a path can be chosen", () => {
  const legal = moves("done");
  const chosen: Choice = { set: true, chosen: moves("a") };
  assert.equal(forcedNext(tried(["a"], { legal, choice: chosen })), null);
  const facts = {
    ...tried([]).facts,
    ways: [{ targets: ["cell.1"], ways: [{ label: "", moves: ["x", "y"], until_chance: 2 }] }],
  };
  assert.equal(forcedNext(tried(["a"], { legal, facts })), null);
});

test("touching narrows moves to those with all elements", () => {
  const pool = moves("a @ hand.1 queue.1", "b @ hand.1 queue.2", "c @ hand.2");
  assert.deepEqual(names(touching(pool, ["hand.1"])), ["a", "b"]);
  assert.deepEqual(names(touching(pool, ["queue.2", "hand.1"])), ["b"]);
  assert.deepEqual(names(touching(pool, [])), ["a", "b", "c"]);
});

test("lit is what may be touched next, without what is touched", () => {
  const pool = moves("a @ hand.1 queue.1", "b @ hand.1 queue.2", "c @ hand.2");
  assert.deepEqual([...litTargets(pool, [])].sort(), ["hand.1", "hand.2", "queue.1", "queue.2"]);
  assert.deepEqual([...litTargets(pool, ["hand.1"])], ["queue.1", "queue.2"]);
});

test("a touch that leaves one move means it", () => {
  const pool = moves("a @ hand.1 queue.1", "b @ hand.1 queue.2");
  assert.deepEqual(touchTarget(pool, [], "queue.2"), { kind: "move", move: pool[1]! });
});

test("a touch that leaves several narrows", () => {
  const pool = moves("a @ hand.1 queue.1", "b @ hand.1 queue.2");
  assert.deepEqual(touchTarget(pool, [], "hand.1"), {
    kind: "narrow",
    touched: ["hand.1"],
    menu: pool,
  });
  assert.deepEqual(touchTarget(pool, ["hand.1"], "queue.1"), { kind: "move", move: pool[0]! });
});

test("moves with the same elements stay a list to choose from", () => {
  const pool = moves("pay 1 @ route.x", "pay 2 @ route.x");
  const touch = touchTarget(pool, [], "route.x");
  assert.equal(touch.kind, "narrow");
});

test("a move whose elements are all touched does not hide a longer one", () => {
  const pool = moves("short @ hand.1", "long @ hand.1 queue.1");
  assert.equal(touchTarget(pool, [], "hand.1").kind, "narrow");
  assert.deepEqual(touchTarget(pool, ["hand.1"], "queue.1"), { kind: "move", move: pool[1]! });
});

test("touching what no move names means nothing", () => {
  assert.deepEqual(touchTarget(moves("a @ hand.1"), [], "deck"), { kind: "none" });
  assert.deepEqual(touchTarget(moves("a @ hand.1", "b @ hand.2"), ["hand.1"], "hand.2"), {
    kind: "none",
  });
});

test("a member of the set goes back alone", () => {
  const steps = moves("open", "card 1", "card 2", "card 3");
  const choice: Choice = { set: true, chosen: moves("card 1", "card 2", "card 3") };
  assert.deepEqual(names(giveBack(steps, choice, 2)), ["open", "card 1", "card 3"]);
});

test("any other step takes the later ones with it", () => {
  const steps = moves("open", "card 1", "card 2");
  const choice: Choice = { set: true, chosen: moves("card 1", "card 2") };
  assert.deepEqual(names(giveBack(steps, choice, 0)), []);
  assert.deepEqual(names(giveBack(steps, NO_SET, 1)), ["open"]);
  assert.deepEqual(names(giveBack(steps, NO_SET, 7)), names(steps));
});

test("taking back skips the steps that were forced", () => {
  const forced = { forced: true };
  assert.equal(lastOwnStep([move("a"), move("b"), move("c", forced), move("d", forced)]), 1);
  assert.equal(lastOwnStep([move("a"), move("b")]), 1);
  assert.equal(lastOwnStep([move("a", forced)]), 0);
});

test("steps follow the server's order and learn their elements from its log", () => {
  const steps = [move("b @ hand.2", { label: "Two" }), ...named(["x"]), move("a @ hand.1")];
  const answer = tried(["a", "b", "x"], {
    log: [line(4, "", ["no"]), line(5, "", ["no"]), line(6, "", ["cell.7"])],
  });
  assert.deepEqual(takenSteps(steps, answer), [
    { move: "a", targets: ["hand.1"] },
    { move: "b", targets: ["hand.2"], label: "Two" },
    { move: "x", targets: ["cell.7"] },
  ]);
});

test("a step without elements and without a log has none", () => {
  assert.deepEqual(takenSteps(named(["pass"]), tried(["pass"])), [{ move: "pass", targets: [] }]);
});

test("a path is touchable by its end unless it is a single legal move", () => {
  const pool = moves("go 1 @ cell.1", "go 2 @ cell.2");
  const way = (...list: string[]) => ({
    label: `Go by ${list.length}`,
    moves: list,
    until_chance: 1,
  });
  const all = touchableMoves(pool, [
    { targets: ["cell.1"], ways: [way("go 1")] },
    { targets: ["cell.9"], ways: [way("go 1", "go 9"), way("go 2", "go 9")] },
  ]);
  assert.deepEqual(names(all), ["go 1", "go 2", "go 1; go 9"]);
  assert.equal(all[2]!.label, "Go by 2");
  assert.deepEqual(all[2]!.targets, ["cell.9"]);
  assert.equal(all[2]!.ways!.length, 2);
});

test("where nothing may be played, no path is offered", () => {
  const ways = [{ targets: ["cell.9"], ways: [{ label: "", moves: ["a", "b"], until_chance: 2 }] }];
  assert.deepEqual(touchableMoves([], ways), []);
});
