/*
 * The review of a finished match: a chart of each player's chance of winning, the turning points,
 * the moves that gave most away, and luck. The chart also stands in words below it; every mention of
 * a move links to its position.
 */
import { useEffect, useState } from "preact/hooks";
import { SeatMark, SeatSign } from "../art/marks";
import { api, Refused } from "./api";
import { useBox } from "./box";
import { apart, bends, MARK, tickStep } from "./chart";
import { Dialog } from "./dialog";
import type { TableStore } from "./store/table";
import type { Review as Found, ReviewState } from "./types";
import { withNames, words } from "./words";
import "./review.css";

const ASK_AGAIN = 1000; // milliseconds
const LATER = 5000;
const DASHES = ["none", "9 4", "2.5 4.5", "12 4 2.5 4"];

/** Starts the review and polls until it is done. */
function useReview(match: string): { state: ReviewState | null; failed: string } {
  const [state, setState] = useState<ReviewState | null>(null);
  const [failed, setFailed] = useState("");
  useEffect(() => {
    let timer = 0;
    let gone = false;
    const ask = async (begin: boolean) => {
      let wait = ASK_AGAIN;
      let again = false;
      try {
        const answer = await (begin ? api.beginReview(match) : api.review(match));
        if (gone) return;
        setFailed("");
        setState(answer);
        if (answer.status === "done") return;
        again = answer.status === "none"; // the review was dropped, or the server restarted
      } catch (error) {
        if (gone) return;
        setFailed((error as Error).message);
        if (error instanceof Refused && !["too_many", "busy", "broken"].includes(error.code))
          return;
        again = true;
        wait = LATER;
      }
      timer = window.setTimeout(() => void ask(again), wait);
    };
    void ask(true);
    return () => {
      gone = true;
      window.clearTimeout(timer);
    };
  }, [match]);
  return { state, failed };
}

interface Props {
  store: TableStore;
  onClose: () => void;
}

export function Review({ store, onClose }: Props) {
  const { state, failed } = useReview(store.match);
  const w = words.review;
  const jump = (position: number) => {
    onClose();
    void store.lookBack(position, true);
  };
  const review = state?.status === "done" ? state.review : null;
  return (
    <Dialog title={w.title} class="review" onClose={onClose}>
      <div class="scroll">
        {review ? (
          <Whole store={store} review={review} jump={jump} />
        ) : (
          <p class="working" role="status">
            {failed ? words.net.failed(failed) : w.working}
            {!failed && (
              <progress
                aria-label={w.working}
                value={state?.status === "working" && state.of ? state.done : undefined}
                max={state?.status === "working" && state.of ? state.of : undefined}
              />
            )}
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface WholeProps {
  store: TableStore;
  review: Found;
  jump: (position: number) => void;
}

function Whole({ store, review, jump }: WholeProps) {
  const names = store.names.value;
  const [at, setAt] = useState(store.replay.back.value ?? review.steps.length - 1);
  const w = words.review;
  const step = review.steps[at]!;
  const chances = names.map((name, seat) => w.chance(name, percent(step.win[seat]!))).join(", ");
  return (
    <>
      <ul class="legend">
        {names.map((name, seat) => (
          <li key={seat}>
            <SeatMark seat={seat} size={18} /> {name}
            <svg width="34" height="8" aria-hidden="true">
              <path class={`chance seat-${seat}`} d="M1 4h32" stroke-dasharray={DASHES[seat]} />
            </svg>
          </li>
        ))}
      </ul>
      <Chart names={names} review={review} at={at} setAt={setAt} jump={jump} />
      <div class="row pick">
        <input
          type="range"
          min={0}
          max={review.steps.length - 1}
          value={at}
          aria-label={w.slider}
          aria-valuetext={`${w.move(at)}: ${chances}`}
          onInput={(event) => setAt(Number(event.currentTarget.value))}
        />
        <button type="button" class="quiet" onClick={() => jump(at)}>
          {w.show(at)}
        </button>
      </div>
      <p class="soft now">{chances}</p>
      <Turns names={names} review={review} jump={jump} />
      <Costs names={names} review={review} jump={jump} />
      <Luck names={names} review={review} />
      <details>
        <summary>{w.table}</summary>
        <Chances names={names} review={review} jump={jump} />
      </details>
      <p class="soft effort">{w.effort(review.rollouts, review.iterations)}</p>
    </>
  );
}

function percent(chance: number): number {
  return Math.round(100 * chance);
}

/* ---- The picture ---- */

interface ChartProps {
  names: string[];
  review: Found;
  at: number;
  setAt: (position: number) => void;
  jump: (position: number) => void;
}

function Chart({ names, review, at, setAt, jump }: ChartProps) {
  const [ref, box] = useBox<HTMLDivElement>({ width: 640, height: 260 });
  const last = review.steps.length - 1;
  const left = 44;
  const right = box.width - 20;
  const top = 14;
  const bottom = box.height - 26;
  const x = (position: number) => left + (position / Math.max(1, last)) * (right - left);
  const y = (chance: number) => bottom - chance * (bottom - top);
  const line = (seat: number) =>
    review.steps
      .filter((_, i) => i === 0 || i === last || bends(review.steps, i, seat))
      .map(
        (step, i) =>
          `${i ? "L" : "M"}${x(step.position).toFixed(1)} ${y(step.win[seat]!).toFixed(1)}`,
      )
      .join("");
  const positionAt = (event: MouseEvent) => {
    const from = (event.currentTarget as Element).getBoundingClientRect().left;
    const part = (event.clientX - from - left) / (right - left);
    return Math.max(0, Math.min(last, Math.round(part * last)));
  };
  const w = words.review;
  const every = tickStep(last, (right - left) / 56);
  const ticks = Array.from({ length: Math.floor(last / every) + 1 }, (_, i) => i * every);
  const end = review.steps[last]!;
  const summary = names.map((name, seat) => w.chance(name, percent(end.win[seat]!))).join(", ");
  return (
    <div class="chart" ref={ref}>
      <svg
        width={box.width}
        height={box.height}
        role="img"
        aria-label={w.picture(review.turns.length, summary)}
        onMouseMove={(event) => setAt(positionAt(event))}
        onClick={(event) => jump(positionAt(event))}
      >
        {[0, 0.25, 0.5, 0.75, 1].map((chance) => (
          <>
            <path class={chance === 0.5 ? "even" : "grid"} d={`M${left} ${y(chance)}H${right}`} />
            {chance % 0.5 === 0 && (
              <text class="axis" x={left - 7} y={y(chance) + 5} text-anchor="end">
                {w.percent(100 * chance)}
              </text>
            )}
          </>
        ))}
        {ticks.map((position) => (
          <text class="axis" x={x(position)} y={box.height - 6} text-anchor="middle">
            {position}
          </text>
        ))}
        <path class="here-line" d={`M${x(at)} ${top}V${bottom}`} />
        {names.map((_, seat) => (
          <path class={`chance seat-${seat}`} d={line(seat)} stroke-dasharray={DASHES[seat]} />
        ))}
        {review.worst.map((position) => {
          const step = review.steps[position]!;
          const cx = x(position);
          const cy = y(step.win[step.actor]!) - 5;
          return <path class="cost" d={`M${cx} ${cy}l-5-9h10z`} />;
        })}
        {names.map((_, seat) => (
          <SeatSign seat={seat} x={right + 6} y={y(end.win[seat]!)} r={8} />
        ))}
        {apart(
          review.turns.map((turn) => ({
            x: x(turn.position),
            y: y(review.steps[turn.position]!.win[turn.seat]!),
          })),
          top,
          bottom,
        ).map((at, i) => (
          <g class="turning" transform={`translate(${at.x} ${at.y})`}>
            <circle r={MARK} />
            <text y="5" text-anchor="middle">
              {i + 1}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

/* ---- In words ---- */

interface ListProps {
  names: string[];
  review: Found;
  jump: (position: number) => void;
}

function Turns({ names, review, jump }: ListProps) {
  const w = words.review;
  return (
    <section>
      <h3>{w.turns}</h3>
      {review.turns.length === 0 && <p>{w.noTurns}</p>}
      <ol class="turns">
        {review.turns.map((turn, i) => (
          <li key={turn.position}>
            <b class="number" aria-hidden="true">
              {i + 1}
            </b>
            <span>
              {withNames(turn.text, names)}{" "}
              <b>{w.gained(names[turn.seat] ?? "", percent(turn.gain))}</b>
              {turn.actor < 0 && <small class="soft"> {w.drawn}</small>}
            </span>
            <button type="button" class="quiet" onClick={() => jump(turn.position)}>
              {w.move(turn.position)}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Costs({ names, review, jump }: ListProps) {
  const w = words.review;
  return (
    <section>
      <h3>{w.costs}</h3>
      <p class="soft">{review.worst.length ? w.costsNote : w.noCosts}</p>
      <ol class="costs">
        {review.worst.map((position) => {
          const step = review.steps[position]!;
          return (
            <li key={position}>
              <SeatMark seat={step.actor} size={20} />
              <span>
                {w.cost(
                  names[step.actor] ?? "",
                  withNames(step.played ?? "", names),
                  percent(step.cost ?? 0),
                )}{" "}
                <b>{w.better(withNames(step.better ?? "", names))}</b>
                {step.why && w.why(withNames(step.why, names))}
              </span>
              <button type="button" class="quiet" onClick={() => jump(position)}>
                {w.move(position)}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Luck({ names, review }: { names: string[]; review: Found }) {
  const w = words.review;
  const most = Math.max(0.25, ...review.luck.map(Math.abs), ...review.skill.map(Math.abs));
  const bar = (value: number, kind: string) => {
    // Luck is drawn to both sides of the middle, losses to one.
    const middle = kind === "drawn" ? 50 : 1;
    const length = ((kind === "drawn" ? 48 : 98) * value) / most;
    return (
      <svg class="bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
        <path class="zero" d={`M${middle} 0v12`} />
        <rect
          class={kind}
          x={middle + Math.min(0, length)}
          y="2"
          width={Math.abs(length)}
          height="8"
        />
      </svg>
    );
  };
  return (
    <section>
      <h3>{w.luck}</h3>
      <p class="soft">{w.luckNote}</p>
      <table class="luck">
        <thead>
          <tr>
            <th scope="col">{words.over.name}</th>
            <th scope="col">{w.luckHead}</th>
            <th scope="col">{w.givenHead}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name, seat) => (
            <tr key={seat}>
              <th scope="row">
                <SeatMark seat={seat} size={16} /> {name}
              </th>
              <td>
                {bar(review.luck[seat]!, "drawn")}
                {w.luckOf(percent(review.luck[seat]!), percent(review.luck_error[seat]!))}
              </td>
              <td>
                {bar(-review.skill[seat]!, "given")}
                {w.percent(percent(-review.skill[seat]!))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The chart as a table of the positions whose chances were estimated. */
function Chances({ names, review, jump }: ListProps) {
  const w = words.review;
  const rows = review.steps.filter(
    (step, i) => i === 0 || step.win.some((win, seat) => win !== review.steps[i - 1]!.win[seat]),
  );
  return (
    <div class="wide" tabIndex={0} role="region" aria-label={w.table}>
      <table>
        <caption class="hidden">{w.table}</caption>
        <thead>
          <tr>
            <th scope="col">{w.before}</th>
            {names.map((name, seat) => (
              <th scope="col" key={seat}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((step) => (
            <tr key={step.position}>
              <th scope="row">
                <button type="button" class="link-button" onClick={() => jump(step.position)}>
                  {w.move(step.position)}
                </button>
              </th>
              {step.win.map((win, seat) => (
                <td key={seat}>{w.percent(percent(win))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
