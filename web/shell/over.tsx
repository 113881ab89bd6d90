/* The end of a match: ranks, points by category, and what to do next. */
import { useEffect, useRef, useState } from "preact/hooks";
import { SeatMark } from "../art/marks";
import { AnyPoster } from "../art/poster";
import { api } from "./api";
import { DealVerdict } from "./dealcheck";
import { Dialog } from "./dialog";
import { tableRoute } from "./routes";
import { cardsMove, narrow } from "./settings";
import type { TableStore } from "./store/table";
import type { Verdict } from "./types";
import { capital, sentence, words } from "./words";

/* Columns of categories that fit beside the names on a desktop screen. */
const MOST_COLUMNS = 4;

interface Props {
  store: TableStore;
  onReview: () => void;
  onClose: () => void;
}

/** Who has won, in a sentence. */
function verdictOf(store: TableStore): string {
  const ranks = store.table.value?.result?.ranks ?? [];
  const winners = store.names.value.filter((_, seat) => ranks[seat] === 1);
  return winners.length === 1
    ? words.over.winner(winners[0]!)
    : words.over.winners(winners.join(", "));
}

/** The bar under the board of a match that is over: the way back to its results. */
export function OverBar({ store, onOpen }: { store: TableStore; onOpen: () => void }) {
  if (!store.table.value?.result) return null;
  return (
    <section class="composer" aria-label={words.over.title}>
      <div class="row">
        <button type="button" onClick={onOpen}>
          {words.over.open}
        </button>
        <b>{sentence(verdictOf(store))}</b>
      </div>
    </section>
  );
}

export function Over({ store, onReview, onClose }: Props) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const result = store.table.value?.result;
  if (!result) return null;
  const names = store.names.value;
  const order = names.map((_, seat) => seat).sort((a, b) => result.ranks[a]! - result.ranks[b]!);
  const parts = Object.keys(result.detail[0] ?? {});
  // A single category repeats the total: leave it out.
  const whole = (part: string) =>
    order.every((seat) => result.detail[seat]?.[part] === result.points[seat]);
  const categories = parts.length === 1 && whole(parts[0]!) ? [] : parts;
  // On a phone, or with many categories, the points by category stand below the name.
  const columns =
    (narrow.value && categories.length > 1) || categories.length > MOST_COLUMNS ? [] : categories;
  const next = store.info.value?.next ?? store.table.value?.next;
  const w = words.over;
  return (
    <Dialog title={w.title} class={cardsMove() ? "over filling" : "over"} onClose={onClose}>
      <div class="scroll">
        <div class="banner" aria-hidden="true">
          {[0, 1, 2, 3, 4, 5].map((n) => (
            <AnyPoster seed={`${store.match}${n}`} />
          ))}
        </div>
        <p class="winner last" style={{ "--part": categories.length }}>
          {verdictOf(store)}
        </p>
        <div class="wide" tabIndex={0} role="region" aria-label={w.table}>
          <table>
            <caption class="hidden">{w.table}</caption>
            <thead>
              <tr>
                <th scope="col">{w.rank}</th>
                <th scope="col">{w.name}</th>
                <th scope="col">{w.total}</th>
                {columns.map((category) => (
                  <th scope="col">{capital(category)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {order.map((seat) => (
                <tr class={result.ranks[seat] === 1 ? "first" : ""}>
                  <td class="last" style={{ "--part": categories.length }}>
                    {result.ranks[seat]}
                  </td>
                  <th scope="row">
                    <SeatMark seat={seat} size={16} /> {names[seat]}
                    {columns.length < categories.length && (
                      <small>
                        {categories.map((category, part) => (
                          <span class="part" style={{ "--part": part }}>
                            {capital(category)} <b>{result.detail[seat]?.[category] ?? 0}</b>
                          </span>
                        ))}
                      </small>
                    )}
                  </th>
                  <td class="total last" style={{ "--part": categories.length }}>
                    {result.points[seat]}
                  </td>
                  {columns.map((category, part) => (
                    <td class="part" style={{ "--part": part }}>
                      {result.detail[seat]?.[category] ?? 0}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div class="row next">
          {store.mine.value.length > 0 && !next && (
            <button type="button" onClick={() => void store.rematch()}>
              {w.rematch}
            </button>
          )}
          {next && (
            <a class="button" href={tableRoute(next)}>
              {w.next}
            </a>
          )}
          <button
            type="button"
            class="quiet"
            onClick={() => {
              onClose();
              void store.lookBack(0, true);
            }}
          >
            {w.replay}
          </button>
          <button type="button" class="quiet" onClick={onReview}>
            {w.review}
          </button>
        </div>
        <div class="row besides">
          <a class="button quiet" href={api.recordLink(store.match)} download="">
            {w.record}
          </a>
          <button
            type="button"
            class="quiet"
            onClick={() =>
              api
                .verify(store.match)
                .then(setVerdict, (e: Error) => (store.messages.notice.value = e.message))
            }
          >
            {w.verify}
          </button>
          <button type="button" class="quiet" onClick={onClose}>
            {w.close}
          </button>
        </div>
        {verdict && <Verdict store={store} verdict={verdict} names={names} />}
      </div>
    </Dialog>
  );
}

function Verdict({
  store,
  verdict,
  names,
}: {
  store: TableStore;
  verdict: Verdict;
  names: string[];
}) {
  const w = words.verify;
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.scrollIntoView({ block: "start" }), []); // the player asked for it
  const facts: [string, boolean][] = [
    [w.legal, verdict.legal],
    [w.sealed, verdict.sealed],
    [w.fair, verdict.fair],
    [w.same, verdict.same_result],
  ];
  return (
    <section class="verdict" ref={ref} role="status" aria-label={w.title}>
      <h3>{w.title}</h3>
      <p>
        <b>{verdict.ok && verdict.fair ? w.ok : (verdict.error?.message ?? w.bad)}</b>
      </p>
      <ul>
        {facts.map(([what, yes]) => (
          <li>
            <b>{yes ? "✓" : "✗"}</b> {what}: {yes ? w.yes : w.no}
          </li>
        ))}
      </ul>
      <DealVerdict store={store} verdict={verdict} />
      <dl>
        <dt>{w.commitment}</dt>
        <dd>
          <code>{verdict.commitment}</code>
        </dd>
        {verdict.secret && (
          <>
            <dt>{w.secret}</dt>
            <dd>
              <code>{verdict.secret}</code>
            </dd>
          </>
        )}
        {verdict.nonces.map(
          (nonce, seat) =>
            nonce && (
              <>
                <dt>{w.nonce(names[seat] ?? "")}</dt>
                <dd>
                  <code>{nonce}</code>
                </dd>
              </>
            ),
        )}
      </dl>
    </section>
  );
}
