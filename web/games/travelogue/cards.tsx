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

/** Full size, 132 by 184: a poster, the number, the activity, the mark. */
export function Face({ a }: { a: Activity }) {
  const { colour, icon } = a.look;
  return (
    <Frame>
      <Picture colour={colour} shapes={sceneOf(a)} seed={a.key} />
      <circle cx="31" cy="31" r="25" fill={CARD} stroke={colour} stroke-width="2" />
      <text
        class="card-name"
        x="31"
        y="44"
        font-size={a.number > 9 ? 34 : 38}
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
          a.mark === "none" ? "translate(48 110) scale(1.8)" : "translate(12 110) scale(1.5)"
        }
      />
      <text
        x="66"
        y="168"
        font-size={a.activity === 5 ? 21.5 : 23}
        text-anchor="middle"
        fill={colour}
      >
        {w.activities[a.activity]}
      </text>
      {a.mark !== "none" && (
        <>
          <rect x="56" y="112" width="64" height="28" rx="14" fill={PILL} />
          <g transform="translate(88 126)">
            <Mark mark={a.mark} x={0} y={0} />
          </g>
        </>
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

/** A destination, 168 by 184: what sets are worth above, how far each activity goes below. */
export function Sheet({ p, counts, have }: SheetProps) {
  const left = 44;
  const step = 24;
  const head = 54;
  const row = 19.5;
  return (
    <Frame wide={168}>
      <svg
        x="6"
        y="6"
        width="156"
        height="30"
        viewBox="0 42 116 22"
        preserveAspectRatio="xMidYMid slice"
      >
        <Scene base={p.colour} shapes={p.shapes} seed={p.key} sun={false} />
      </svg>
      <rect x="6" y="6" width="156" height="30" rx="6" fill={p.colour} opacity=".78" />
      <text
        class="card-name"
        x="84"
        y="28"
        font-size={Math.min(21, 260 / p.name.length)}
        text-anchor="middle"
        fill={CREAM}
      >
        {p.name}
      </text>
      {p.values.map((value, i) => (
        <text x={left + i * step} y={head} font-size="19" text-anchor="middle" fill={INK}>
          {value}
        </text>
      ))}
      {p.limits.map((limit, a) => {
        const look = ACTIVITIES[a]!;
        const y = head + 14 + a * row;
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
