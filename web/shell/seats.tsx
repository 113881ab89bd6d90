/* The list of players: whose turn it is, public points, who is connected. */
import { useState } from "preact/hooks";
import { SeatMark } from "../art/marks";
import { DealNote } from "./dealcheck";
import { LostLink, LostSeat } from "./lost";
import type { TableStore } from "./store/table";
import { words } from "./words";

export function Seats({ store }: { store: TableStore }) {
  const [lost, setLost] = useState<number | null>(null);
  const table = store.table.value;
  const shown = store.shown.value ?? table;
  if (!table || !shown) return null;
  const names = store.names.value;
  const result = table.result;
  return (
    <>
      <ol class="seats">
        {table.seats.map((seat) => {
          const acts = shown.to_act === seat.seat;
          const points = shown.facts.points?.[seat.seat];
          const note = shown.facts.seats?.[seat.seat]?.note;
          const away = seat.kind === "person" && !seat.connected && table.status !== "over";
          const state = [
            away && words.table.away,
            (seat.devices ?? 0) > 1 && words.people.devices(seat.devices!),
            seat.minded && table.status !== "over" && words.table.minded,
            seat.thinking ? words.table.thinking : acts && words.table.toMove,
          ];
          return (
            <li class={acts ? "acts" : ""} key={seat.seat}>
              <SeatMark seat={seat.seat} />
              <div class="who">
                <b>
                  {seat.seat === store.eyes.value
                    ? words.table.you(names[seat.seat]!)
                    : names[seat.seat]}
                </b>
                <small>{[note, ...state].filter(Boolean).join(" · ")}</small>
                <LostLink store={store} seat={seat} onAsk={() => setLost(seat.seat)} />
              </div>
              <div class="points">
                {result && store.replay.back.value === null && (
                  <small>{`#${result.ranks[seat.seat]}`}</small>
                )}
                <b aria-label={`${points ?? words.table.unknownPoints} ${words.table.points}`}>
                  {points ?? "?"}
                </b>
              </div>
            </li>
          );
        })}
      </ol>
      <DealNote store={store} />
      {lost !== null && <LostSeat store={store} seat={lost} onClose={() => setLost(null)} />}
    </>
  );
}
