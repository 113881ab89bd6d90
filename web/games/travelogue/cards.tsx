/* The cards of Travelogue: an activity with its number and mark, and a destination with its sets. */
import { CARD, CREAM, Frame, INK, PILL, Picture, Scene, SKY, SUN } from "../../art";
import { ACTIVITIES, type Activity, type Place, sceneOf } from "./table";
import { en as w } from "./words.en";

export function Icon({ activity, fill }: { activity: number; fill?: string }) {
  const look = ACTIVITIES[activity]!;
  return (
    <svg class="tl-icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={look.icon} fill={fill ?? look.text} fill-rule="evenodd" />
    </svg>
  );
}

/* A sun for a bonus, a cloud for a cloud. */
function Mark({ mark, x, y }: { mark: string; x: number; y: number }) {
  if (mark === "none") return null;
  return (
    <g transform={`translate(${x} ${y})`} stroke={INK} stroke-width="1.4">
      {mark === "bonus" ? (
        <>
          <path d="M0-12V12M-12 0H12M-8.5-8.5 8.5 8.5M8.5-8.5-8.5 8.5" stroke-width="2" />
          <circle r="7" fill={SUN} />
        </>
      ) : (
        <path d="M-11 7H9a5 5 0 0 0 .6-10A8 8 0 0 0-6-4.5 6 6 0 0 0-11 7z" fill={SKY} />
      )}
    </g>
  );
}

/** 132 by 184: a poster, the number, the activity, the mark. Shown small, the sign alone tells the activity. */
export function Face({ a, small = false }: { a: Activity; small?: boolean }) {
  const { colour, icon } = a.look;
  const marked = a.mark !== "none";
  return (
    <Frame>
      <Picture colour={colour} shapes={sceneOf(a)} seed={a.key} />
      <circle
        cx={small ? 36 : 31}
        cy={small ? 36 : 31}
        r={small ? 31 : 25}
        fill={CARD}
        stroke={colour}
        stroke-width="2"
      />
      <text
        class="card-name"
        x={small ? 36 : 31}
        y={small ? 51 : 44}
        font-size={(a.number > 9 ? 34 : 38) * (small ? 1.22 : 1)}
        text-anchor="middle"
        fill={colour}
      >
        {a.number}
      </text>
      <path
        d={icon}
        fill={colour}
        fill-rule="evenodd"
        transform={
          small
            ? `translate(${marked ? 8 : 39} 116) scale(2.7)`
            : marked
              ? "translate(12 110) scale(1.5)"
              : "translate(48 110) scale(1.8)"
        }
      />
      {!small && (
        <text
          x="66"
          y="168"
          font-size={a.activity === 5 ? 21.5 : 23}
          text-anchor="middle"
          fill={colour}
        >
          {w.activities[a.activity]}
        </text>
      )}
      {marked && (
        <g transform={small ? "translate(96 143) scale(1.7)" : "translate(88 126)"}>
          <rect
            x={small ? -17 : -32}
            y="-14"
            width={small ? 34 : 64}
            height="28"
            rx="14"
            fill={PILL}
          />
          <Mark mark={a.mark} x={0} y={0} />
        </g>
      )}
    </Frame>
  );
}

/** Small, 60 by 84: number and icon. */
export function MiniFace({ a }: { a: Activity }) {
  const { colour, icon } = a.look;
  return (
    <Frame mini>
      <rect x="4" y="4" width="52" height="34" rx="3" fill={colour} />
      <path d={icon} fill={CREAM} fill-rule="evenodd" transform="translate(19 10) scale(1.1)" />
      <text class="card-name" x="30" y="70" font-size="32" text-anchor="middle" fill={colour}>
        {a.number}
      </text>
    </Frame>
  );
}

interface SheetProps {
  p: Place;
  /** Cards of each activity that are counted now: filled. */
  counts?: number[];
  /** Cards of each activity in the looking seat's hand: marked. */
  have?: number[];
}

/** A name in one line, or in the two that are most alike. */
function nameLines(name: string): string[] {
  const cuts = [...name.matchAll(/ /g)].map((found) => found.index);
  if (name.length <= 11 || !cuts.length) return [name];
  const longer = (at: number) => Math.max(at, name.length - at - 1);
  const cut = cuts.reduce((best, at) => (longer(at) < longer(best) ? at : best));
  return [name.slice(0, cut), name.slice(cut + 1)];
}

/** A destination, 168 by 184: what sets are worth above, how far each activity goes below. */
export function Sheet({ p, counts, have }: SheetProps) {
  const left = 44;
  const step = 24;
  const name = nameLines(p.name);
  const size = 260 / Math.max(...name.map((line) => line.length));
  const banner = name.length > 1 ? 46 : 30;
  const head = banner + 26.5;
  const row = (184 - 15 - head - 1) / p.limits.length;
  return (
    <Frame wide={168}>
      <svg
        x="6"
        y="6"
        width="156"
        height={banner}
        viewBox="0 42 116 22"
        preserveAspectRatio="xMidYMid slice"
      >
        <Scene base={p.colour} shapes={p.shapes} seed={p.key} sun={false} />
      </svg>
      <rect x="6" y="6" width="156" height={banner} rx="6" fill={p.colour} opacity=".78" />
      {name.map((line, i) => (
        <text
          class="card-name"
          x="84"
          y={name.length > 1 ? 26 + 21 * i : 29}
          font-size={Math.min(name.length > 1 ? 22 : 23, size)}
          text-anchor="middle"
          fill={CREAM}
        >
          {line}
        </text>
      ))}
      {p.values.map((value, i) => (
        <text x={left + i * step} y={head} font-size="23" text-anchor="middle" fill={INK}>
          {value}
        </text>
      ))}
      {p.limits.map((limit, a) => {
        const look = ACTIVITIES[a]!;
        const y = head + 15 + a * row;
        const count = counts?.[a] ?? 0;
        const held = have?.[a] ?? 0;
        return (
          <g>
            <path
              d={look.icon}
              fill={look.colour}
              fill-rule="evenodd"
              transform={`translate(11 ${y - 8.5}) scale(.85)`}
            />
            {Array.from({ length: limit }, (_, i) => (
              <>
                <circle
                  cx={left + i * step}
                  cy={y}
                  r="7.6"
                  fill={i < count ? look.colour : CARD}
                  stroke={look.colour}
                  stroke-width="1.8"
                />
                {i >= count && i < count + held && (
                  <circle cx={left + i * step} cy={y} r="3.4" fill={look.colour} />
                )}
              </>
            ))}
          </g>
        );
      })}
    </Frame>
  );
}
