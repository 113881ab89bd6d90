/* Between two hands at one screen: nothing is shown until the next player has it. */
import { useEffect, useRef } from "preact/hooks";
import type { TableStore } from "./store/table";
import { words } from "./words";

export function Curtain({ store, seat }: { store: TableStore; seat: number }) {
  const name = store.names.value[seat] ?? "";
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <main class="curtain">
      <svg
        class="drape"
        viewBox="0 0 160 100"
        preserveAspectRatio="none"
        shape-rendering="crispEdges"
        aria-hidden="true"
      >
        {Array.from({ length: 16 }, (_, i) => (
          <path d={`M${i * 10} 0h10v92q-5 8-10 0z`} fill={i % 2 ? "#a8321f" : "#c23b25"} />
        ))}
        <path d="M0 0h160v7H0z" fill="#dd9f1f" />
      </svg>
      <div class="panel">
        <h1>{words.curtain.title(name)}</h1>
        <p>{words.curtain.lead}</p>
        <button type="button" ref={ref} onClick={() => store.liftCurtain(seat)}>
          {words.curtain.lift(name)}
        </button>
      </div>
    </main>
  );
}
