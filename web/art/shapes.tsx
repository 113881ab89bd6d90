/*
 * The kit of shapes. A shape draws itself into a poster of 116 by 104 with the horizon at 92, in
 * the tones it is given, varied by the generator it is given. No shape knows a game: a game's
 * board names the shapes for its cards, and scene.tsx lays them over each other.
 */
import type { VNode } from "preact";
import type { Tones } from "./colours";
import { between, oneOf, type Rand } from "./random";

export const WIDE = 116;
export const HIGH = 104;

export type Shape = (r: Rand, t: Tones) => VNode;

const n = (v: number) => Math.round(v * 10) / 10;

/* ---- Land and water ---- */

const hills: Shape = (r, t) => {
  const a = between(r, 58, 70);
  const b = between(r, 60, 74);
  return (
    <>
      <path d={`M0 104V${a}q22-18 48-4t68-8V104z`} fill={t.far} />
      <path d={`M0 104V${n(b + 12)}q34-16 62 0t54-6V104z`} fill={t.mid} />
    </>
  );
};

const mountain: Shape = (r, t) => {
  const x = between(r, 40, 70);
  const top = between(r, 20, 34);
  const side = between(r, 44, 56);
  return (
    <>
      <path d={`M-6 96 ${n(x - 32)} ${side} ${n(x - 6)} 96z`} fill={t.far} />
      <path d={`M${n(x + 6)} 96 ${n(x + 36)} ${n(side - 4)} 124 96z`} fill={t.far} />
      <path d={`M${n(x - 42)} 96 ${x} ${top} ${n(x + 42)} 96z`} fill={t.mid} />
      <path
        d={`M${x} ${top}l11 18.6-5-1.6-4 5-4-6-5 5-4-5.4z`.replace("l11", "l11")}
        fill={t.light}
      />
      <path d="M0 104V92q30-8 58-3t58-2v17z" fill={t.deep} />
    </>
  );
};

const volcano: Shape = (r, t) => {
  const x = between(r, 50, 66);
  return (
    <>
      <path
        d={`M${x} 34q-7-8 0-14t-3-14q12 4 9 13 8 3 4 15z`}
        fill={t.mid}
        transform={`rotate(${between(r, -6, 10)} ${x} 34)`}
      />
      <path d={`M${n(x - 46)} 96 ${n(x - 9)} 34h18l38 62z`} fill={t.light} />
      <path d={`M${n(x - 9)} 34h18l6 11-6-2-5 6-5-5-5 5-6-6z`} fill={t.deep} />
      <path d="M0 104V90h116v14z" fill={t.deep} />
    </>
  );
};

const waves: Shape = (r, t) => {
  const y = between(r, 64, 72);
  const row = (top: number, shift: number, fill: string) => (
    <path
      d={`M${shift} ${top}q9-8 18 0t18 0 18 0 18 0 18 0 18 0 18 0 18 0V104H${shift}z`}
      fill={fill}
    />
  );
  return (
    <>
      {row(y, -14, t.far)}
      {row(n(y + 11), -5, t.mid)}
      {row(n(y + 23), -16, t.light)}
    </>
  );
};

const beach: Shape = (r, t) => (
  <>
    <path d={`M0 ${between(r, 66, 72)}h116v38H0z`} fill={t.far} />
    <path d={`M0 104V90q34-${between(r, 8, 16)} 66-4t50 0v18z`} fill={t.light} />
  </>
);

const river: Shape = (r, t) => (
  <>
    <path d="M0 72h116v32H0z" fill={t.far} />
    <path d={`M${between(r, 50, 66)} 72q-30 8-8 16t-30 16h70q-8-10 6-16t-30-16z`} fill={t.light} />
  </>
);

const desert: Shape = (r, t) => {
  const crest = between(r, 46, 74);
  return (
    <>
      <path d={`M0 104V74q28-12 ${crest}-4l${n(116 - crest)}-6V104z`} fill={t.far} />
      <path
        d={`M0 104V88q${n(crest / 2)}-16 ${crest}-14 20 12 ${n(116 - crest)} 14v16z`}
        fill={t.mid}
      />
      <path d={`M${crest} 74q-16 14-8 30H0V88q${n(crest / 2)}-16 ${crest}-14z`} fill={t.light} />
    </>
  );
};

const falls: Shape = (r, t) => {
  const x = between(r, 40, 52);
  return (
    <>
      <path d="M0 104V40q20-8 40-2h40q20-6 36 2v64z" fill={t.deep} />
      <path d={`M${x} 38h30v50H${x}z`} fill={t.light} />
      <path
        d={`M${n(x + 7)} 42v40M${n(x + 15)} 42v42M${n(x + 23)} 42v40`}
        stroke={t.far}
        stroke-width="2"
      />
      <path d="M0 104V90q30-10 58-4t58-2v20z" fill={t.mid} />
    </>
  );
};

/* ---- Towns and buildings ---- */

const skyline: Shape = (r, t) => {
  const far: string[] = [];
  for (let x = -4; x < 116;) {
    const w = between(r, 10, 18);
    far.push(`M${n(x)} 104V${between(r, 44, 68)}h${w}V104z`);
    x += w - 1;
  }
  const near: VNode[] = [];
  const windows: string[] = [];
  for (let x = 0; x < 112;) {
    const w = between(r, 11, 17);
    const top = between(r, 34, 76);
    const kind = oneOf(r, ["flat", "flat", "step", "spire", "slope"]);
    const roof =
      kind === "step"
        ? `v-5h3v-5h${n(w - 6)}v5h3v5`
        : kind === "spire"
          ? `l${n(w / 2 - 1)}-7v-8h2v8l${n(w / 2 - 1)} 7`
          : kind === "slope"
            ? `l${w}-8v8`
            : `h${w}`;
    near.push(<path d={`M${n(x)} 104V${top}${roof}V104z`} />);
    for (let wy = top + 6; wy < 90; wy += 9) {
      if (r() < 0.7) windows.push(`M${n(x + 3)} ${n(wy)}h2.4v3.4h-2.4z`);
      if (r() < 0.7) windows.push(`M${n(x + w - 5.4)} ${n(wy)}h2.4v3.4h-2.4z`);
    }
    x += w + between(r, 0, 4);
  }
  return (
    <>
      <path d={far.join("")} fill={t.far} />
      <g fill={t.light}>{near}</g>
      <path d={windows.join("")} fill={t.base} opacity=".55" />
      <path d="M0 94h116v10H0z" fill={t.deep} />
    </>
  );
};

const tower: Shape = (r, t) => {
  const x = between(r, 52, 64);
  return (
    <>
      <path d={`M${n(x - 20)} 96q14-22 17-70h6q3 48 17 70h-9q-4-14-11-14t-11 14z`} fill={t.light} />
      <path d={`M${n(x - 10)} 60h20M${n(x - 7)} 42h14`} stroke={t.base} stroke-width="2.4" />
      <path d={`M${x} 12v16`} stroke={t.light} stroke-width="2.4" />
      <path d="M0 104V92q28-6 58-3t58-1v16z" fill={t.deep} />
    </>
  );
};

const clocktower: Shape = (r, t) => {
  const x = between(r, 48, 62);
  return (
    <>
      <path d={`M0 104V72h${n(x - 12)}v-6h${n(140 - x)}V104z`} fill={t.far} />
      <path d={`M${n(x - 9)} 98V36l9-20 9 20v62z`} fill={t.light} />
      <circle cx={x} cy="46" r="5.6" fill={t.base} />
      <path d={`M${x} 42.6v3.4h2.6`} stroke={t.light} stroke-width="1.4" fill="none" />
      <path d={`M${n(x - 9)} 58h18`} stroke={t.base} stroke-width="2" />
      <path d="M0 94h116v10H0z" fill={t.deep} />
    </>
  );
};

const arch: Shape = (r, t) => {
  const x = between(r, 26, 34);
  return (
    <>
      <path
        d={`M${x} 96V36h60v60H${n(x + 44)}V70a14 14 0 0 0-28 0v26z`}
        fill={t.light}
        fill-rule="evenodd"
      />
      <path d={`M${n(x - 4)} 36h68v-7h-68z`} fill={t.mid} />
      <path d={`M${n(x + 6)} 46h48`} stroke={t.base} stroke-width="2" />
      <path d="M0 104V94h116v10z" fill={t.deep} />
    </>
  );
};

const dome: Shape = (r, t) => {
  const x = between(r, 50, 66);
  return (
    <>
      <path d={`M0 104V70h18V58h12v12h16v34zM70 104V70h16V58h12v12h18v34z`} fill={t.far} />
      <path d={`M${n(x - 26)} 98V66h52v32z`} fill={t.light} />
      <path d={`M${n(x - 20)} 66q-4-28 20-34 24 6 20 34z`} fill={t.mid} />
      <path d={`M${x} 32v-12`} stroke={t.light} stroke-width="2.6" />
      <path
        d={`M${n(x - 6)} 98V84a6 6 0 0 1 12 0v14zM${n(x - 20)} 76h6v10h-6zM${n(x + 14)} 76h6v10h-6z`}
        fill={t.base}
      />
      <path d="M0 96h116v8H0z" fill={t.deep} />
    </>
  );
};

const onion: Shape = (r, t) => {
  const one = (x: number, top: number, w: number, fill: string) => (
    <g fill={fill}>
      <path d={`M${n(x - w / 2)} 98V${n(top + 24)}h${w}V98z`} />
      <path
        d={`M${n(x - w / 2)} ${n(top + 24)}q-5-10 ${n(w / 2)}-22 ${n(w / 2 + 5)} 12 ${n(w / 2)} 22z`}
      />
    </g>
  );
  const x = between(r, 52, 62);
  return (
    <>
      {one(n(x - 28), 44, 16, t.mid)}
      {one(n(x + 28), 40, 16, t.mid)}
      {one(x, 22, 24, t.light)}
      <path d={`M${n(x - 4)} 98V82a4 4 0 0 1 8 0v16z`} fill={t.base} />
      <path d="M0 96h116v8H0z" fill={t.deep} />
    </>
  );
};

const pagoda: Shape = (r, t) => {
  const x = between(r, 50, 64);
  const floors = [0, 1, 2, 3];
  return (
    <>
      <path d={`M${x} 10v12`} stroke={t.light} stroke-width="2.4" />
      {floors.map((f) => {
        const w = 15 + f * 5;
        const y = 22 + f * 18;
        return (
          <>
            <path
              d={`M${n(x - w)} ${y + 9}q${n(w * 0.6)}-1 ${n(w - 4)}-9h8q${n(w * 0.4 - 4)} 8 ${n(w - 4)} 9z`}
              fill={t.light}
            />
            <path
              d={`M${n(x - w + 8)} ${y + 9}h${n(2 * w - 16)}v9h-${n(2 * w - 16)}z`}
              fill={t.mid}
            />
          </>
        );
      })}
      <path d="M0 104V94q30-6 58-2t58-2v14z" fill={t.deep} />
    </>
  );
};

const temple: Shape = (r, t) => {
  const x = between(r, 22, 30);
  const pillars = [0, 1, 2, 3, 4];
  return (
    <>
      <path d={`M${x} 52 ${n(x + 33)} 34l33 18z`} fill={t.light} />
      <path d={`M${x} 54h66v5h-66z`} fill={t.mid} />
      <path
        d={pillars.map((p) => `M${n(x + 3 + p * 13.4)} 60h6.6v28h-6.6z`).join("")}
        fill={t.light}
      />
      <path d={`M${n(x - 4)} 88h74v4h-74z`} fill={t.mid} />
      <path d="M0 104V92q40-4 116 0v12z" fill={t.deep} />
    </>
  );
};

const pyramid: Shape = (r, t) => {
  const x = between(r, 46, 62);
  return (
    <>
      <path d={`M${n(x + 8)} 92 ${n(x + 34)} 54l26 38z`} fill={t.far} />
      <path d={`M${n(x - 42)} 92 ${x} 34l42 58z`} fill={t.light} />
      <path d={`M${x} 34l42 58H${n(x + 12)}z`} fill={t.mid} />
      <path d="M0 104V90q40-6 116 0v14z" fill={t.deep} />
    </>
  );
};

const steps: Shape = (r, t) => {
  const x = between(r, 52, 64);
  return (
    <>
      <path
        d={[0, 1, 2, 3, 4]
          .map((f) => `M${n(x - 14 - f * 8)} ${38 + f * 11}h${28 + f * 16}v11h-${28 + f * 16}z`)
          .join("")}
        fill={t.light}
      />
      <path d={`M${n(x - 9)} 38V26h18v12z`} fill={t.mid} />
      <path d={`M${n(x - 5)} 38h10l4 55h-18z`} fill={t.mid} />
      <path d="M0 104V92h116v12z" fill={t.deep} />
    </>
  );
};

const castle: Shape = (r, t) => {
  const x = between(r, 34, 44);
  const battlements = (left: number, top: number, w: number) => {
    const count = Math.floor(w / 6);
    const tooth = w / (2 * count - 1);
    let d = `M${n(left)} 96V${top}`;
    for (let i = 0; i < count; i++) {
      d += `h${n(tooth)}` + (i < count - 1 ? `v5h${n(tooth)}v-5` : "");
    }
    return d + "V96z";
  };
  return (
    <>
      <path d={`M-4 104q30-26 62-26t62 26z`} fill={t.far} />
      <path d={battlements(x, 56, 44)} fill={t.mid} />
      <path d={battlements(n(x - 8), 40, 16) + battlements(n(x + 36), 34, 16)} fill={t.light} />
      <path d={`M${n(x + 16)} 96V82a6 6 0 0 1 12 0v14z`} fill={t.base} />
      <path d={`M${n(x + 44)} 34V20l12 4-12 4`} fill={t.sun} stroke={t.light} stroke-width="1.4" />
      <path d="M0 104V94h116v10z" fill={t.deep} />
    </>
  );
};

const houses: Shape = (r, t) => {
  const list: VNode[] = [];
  let x = between(r, -6, 0);
  let i = 0;
  while (x < 114) {
    const w = between(r, 15, 20);
    const top = between(r, 50, 62);
    list.push(
      <path
        d={`M${n(x)} 98V${top}l${n(w / 2)}-11 ${n(w / 2)} 11V98z`}
        fill={i % 3 === 1 ? t.mid : i % 3 === 2 ? t.far : t.light}
      />,
      <path
        d={`M${n(x + 3)} ${n(top + 7)}h3.6v6h-3.6zM${n(x + w - 6.6)} ${n(top + 7)}h3.6v6h-3.6zM${n(x + w / 2 - 2)} 98v-12h4v12z`}
        fill={t.base}
      />,
    );
    x += w;
    i++;
  }
  return (
    <>
      {list}
      <path d="M0 94h116v10H0z" fill={t.deep} />
    </>
  );
};

const huts: Shape = (r, t) => {
  const one = (x: number, s: number) => (
    <g transform={`translate(${n(x)} 94) scale(${s})`}>
      <path d="M-12 0v-16h24V0z" fill={t.mid} />
      <path d="M-18-14 0-36l18 22z" fill={t.light} />
      <path d="M-3 0v-10h6V0z" fill={t.base} />
    </g>
  );
  return (
    <>
      <path d="M0 104V84q40-10 116 0v20z" fill={t.far} />
      {one(between(r, 24, 34), 0.9)}
      {one(between(r, 80, 92), 0.8)}
      {one(between(r, 52, 62), 1.15)}
      <path d="M0 104V93h116v11z" fill={t.deep} />
    </>
  );
};

const windmill: Shape = (r, t) => {
  const x = between(r, 46, 66);
  const turn = between(r, 10, 50);
  return (
    <>
      <path d="M0 104V84q40-8 116 0v20z" fill={t.far} />
      <path d={`M${n(x - 13)} 96l5-44h16l5 44z`} fill={t.light} />
      <path d={`M${n(x - 8)} 52q8-16 16 0z`} fill={t.mid} />
      <g transform={`rotate(${turn} ${x} 48)`} fill={t.light}>
        {[0, 90, 180, 270].map((a) => (
          <path
            d={`M${n(x - 1)} 48h2l4-26h-8z`}
            transform={`rotate(${a} ${x} 48)`}
            stroke={t.base}
            stroke-width="1"
          />
        ))}
      </g>
      <path d="M0 104V94h116v10z" fill={t.deep} />
    </>
  );
};

const lighthouse: Shape = (r, t) => {
  const x = between(r, 70, 84);
  return (
    <>
      <path d={`M${x} 30 0 14v26z`} fill={t.mid} opacity=".55" />
      <path d="M0 78h116v26H0z" fill={t.far} />
      <path d={`M${n(x - 30)} 104q8-22 32-20t34 20z`} fill={t.deep} />
      <path d={`M${n(x - 9)} 88l3-50h12l3 50z`} fill={t.light} />
      <path d={`M${n(x - 8)} 76h16l-.8-11h-14.4zM${n(x - 7)} 54h14l-.7-9h-12.6z`} fill={t.base} />
      <path d={`M${n(x - 6)} 38v-10h12v10zM${n(x - 7)} 28l7-9 7 9z`} fill={t.mid} />
    </>
  );
};

const bridge: Shape = (r, t) => {
  const y = between(r, 60, 66);
  return (
    <>
      <path d="M0 84h116v20H0z" fill={t.far} />
      <path
        d={`M26 ${n(y - 34)}q-12 26-30 34M26 ${n(y - 34)}q32 58 64 0M90 ${n(y - 34)}q12 26 30 34`}
        fill="none"
        stroke={t.light}
        stroke-width="2.6"
      />
      <path
        d={[36, 44, 52, 60, 68, 76]
          .map((x) => `M${x} ${y}V${n(y - 34 + 29 * (1 - ((x - 58) / 32) ** 2))}`)
          .join("")}
        stroke={t.mid}
        stroke-width="1.6"
      />
      <path d={`M23 94V${n(y - 38)}h6V94zM87 94V${n(y - 38)}h6V94z`} fill={t.light} />
      <path d={`M0 ${y}h116v6H0z`} fill={t.light} />
      <path d="M0 94q14-5 28 0t30 0 30 0 28 0v10H0z" fill={t.deep} />
    </>
  );
};

const market: Shape = (r, t) => {
  const x = between(r, 18, 26);
  return (
    <>
      <path d="M0 104V60h14v-8h20v8h52v-12h18v12h12v44z" fill={t.far} />
      <path d={`M${n(x + 5)} 98V66h4v32zM${n(x + 65)} 98V66h4v32z`} fill={t.mid} />
      {[0, 1, 2, 3, 4, 5].map((i) => (
        <path d={`M${n(x + 1 + i * 12)} 58h12v12a6 6 0 0 1-12 0z`} fill={i % 2 ? t.mid : t.light} />
      ))}
      <path d={`M${n(x + 1)} 58l6-12h60l6 12z`} fill={t.light} />
      <path d={`M${n(x + 11)} 84h52v14h-52z`} fill={t.light} />
      <path d="M0 96h116v8H0z" fill={t.deep} />
    </>
  );
};

/* ---- Growing things ---- */

const palmAt = (x: number, base: number, s: number, lean: number, leaf: string, trunk: string) => (
  <g transform={`translate(${x} ${base}) scale(${s})`}>
    <path d={`M-2.4 0q${lean}-24 ${lean + 3}-46h4q${1 - lean / 2} 24 1 46z`} fill={trunk} />
    <g transform={`translate(${lean + 3} -46)`} fill={leaf}>
      <path d="M0 0q-12-14-28-4 16-3 28 4z" />
      <path d="M0 0q-18-4-26 12 12-10 26-12z" />
      <path d="M0 0q-4-18 10-24-4 14-10 24z" />
      <path d="M0 0q12-14 28-6-16 0-28 6z" />
      <path d="M0 0q18-2 24 14-10-12-24-14z" />
      <circle r="3" cy="2" />
    </g>
  </g>
);

const palm: Shape = (r, t) => (
  <>
    <path d="M0 74h116v30H0z" fill={t.far} />
    <path d="M0 104V92q30-14 60-6t56 0v18z" fill={t.mid} />
    {palmAt(between(r, 66, 84), 92, between(r, 1, 1.2), between(r, -6, 0), t.light, t.light)}
    {r() < 0.6 &&
      palmAt(between(r, 26, 40), 96, between(r, 0.6, 0.8), between(r, 2, 8), t.light, t.light)}
  </>
);

const trees: Shape = (r, t) => {
  const fir = (x: number, s: number, fill: string) => (
    <g transform={`translate(${n(x)} 96) scale(${s})`} fill={fill}>
      <path d="M-2 0v-8h4v8zM-14-6 0-26l14 20zM-11-20 0-38l11 18zM-8-32 0-48l8 16z" />
    </g>
  );
  const list: VNode[] = [];
  for (let i = 0; i < 6; i++)
    list.push(fir(between(r, i * 20, i * 20 + 16), between(r, 0.7, 0.95), t.far));
  for (let i = 0; i < 4; i++)
    list.push(fir(between(r, 8 + i * 28, 22 + i * 28), between(r, 0.95, 1.3), t.light));
  return (
    <>
      {list}
      <path d="M0 104V94q40-6 116 0v10z" fill={t.deep} />
    </>
  );
};

const cactus: Shape = (r, t) => {
  const one = (x: number, s: number) => (
    <g
      transform={`translate(${n(x)} 94) scale(${s})`}
      fill="none"
      stroke={t.light}
      stroke-linecap="round"
      stroke-width="8"
    >
      <path d="M0 0v-44M0-14h12v-14M0-22h-11v-10" />
    </g>
  );
  return (
    <>
      <path d="M0 104V74h20l6-12h26l6 12h20l5-8h20l5 8h8v30z" fill={t.far} />
      {one(between(r, 64, 84), 1.1)}
      {one(between(r, 24, 40), 0.7)}
      <path d="M0 104V92q40-6 116 0v12z" fill={t.deep} />
    </>
  );
};

const vines: Shape = (r, t) => (
  <>
    <path d={`M0 104V${between(r, 56, 62)}q40-16 116-2V104z`} fill={t.far} />
    {[0, 1, 2, 3].map((i) => (
      <path
        d={`M0 ${74 + i * 9}q50-${12 - i * 2} 116 0`}
        fill="none"
        stroke={i % 2 ? t.mid : t.light}
        stroke-width={3 + i}
        stroke-dasharray={`${4 + i} ${3 + i}`}
        stroke-linecap="round"
      />
    ))}
  </>
);

const baobab: Shape = (r, t) => {
  const x = between(r, 50, 66);
  return (
    <>
      <path d="M0 104V82q40-8 116 0v22z" fill={t.far} />
      <path d={`M${n(x - 9)} 96q4-24-2-38h22q-6 14-2 38z`} fill={t.light} />
      <path
        d={`M${x} 62q-18-8-20-20M${x} 60q-2-14-4-24M${x} 62q16-8 20-22`}
        stroke={t.light}
        stroke-width="5"
        fill="none"
      />
      <g fill={t.mid}>
        <ellipse cx={n(x - 20)} cy="38" rx="16" ry="8" />
        <ellipse cx={n(x + 20)} cy="36" rx="17" ry="8" />
        <ellipse cx={n(x - 2)} cy="30" rx="20" ry="9" />
      </g>
      <path d="M0 104V94h116v10z" fill={t.deep} />
    </>
  );
};

const flower: Shape = (r, t) => {
  const one = (x: number, y: number, s: number) => (
    <g transform={`translate(${n(x)} ${n(y)}) scale(${s})`}>
      <path d="M0 0v40" stroke={t.deep} stroke-width="3" />
      <path d="M0 26q-12-2-14-12 12 0 14 12zM0 32q12-2 14-12-12 0-14 12z" fill={t.deep} />
      {[0, 60, 120, 180, 240, 300].map((a) => (
        <ellipse cy="-9" rx="5.6" ry="9" fill={t.light} transform={`rotate(${a})`} />
      ))}
      <circle r="5" fill={t.sun} />
    </g>
  );
  return (
    <>
      <path d="M0 104V78q40-10 116 0v26z" fill={t.far} />
      {one(between(r, 26, 34), between(r, 58, 66), 0.9)}
      {one(between(r, 80, 90), between(r, 54, 62), 0.9)}
      {one(between(r, 54, 62), between(r, 44, 50), 1.2)}
      <path d="M0 104V96h116v8z" fill={t.deep} />
    </>
  );
};

/* ---- Vehicles in the picture ---- */

const boat: Shape = (r, t) => {
  const x = between(r, 46, 66);
  return (
    <>
      <path d="M0 76h116v28H0z" fill={t.far} />
      <path d={`M${n(x - 1)} 74V26l26 44h-26z`} fill={t.light} />
      <path d={`M${n(x - 4)} 74V36l-20 36z`} fill={t.mid} />
      <path d={`M${n(x - 28)} 76h58l-9 13h-40z`} fill={t.light} />
      <path d="M0 90q14-6 28 0t30 0 30 0 28 0v14H0z" fill={t.deep} />
    </>
  );
};

const liner: Shape = (r, t) => {
  const x = between(r, 10, 18);
  return (
    <>
      <path d="M0 78h116v26H0z" fill={t.far} />
      <path d={`M${x} 66h84l-10 24h-66z`} fill={t.light} />
      <path d={`M${n(x + 14)} 66V56h52v10z`} fill={t.mid} />
      <path
        d={`M${n(x + 24)} 56V38h9v18zM${n(x + 38)} 56V38h9v18zM${n(x + 52)} 56V42h8v14z`}
        fill={t.light}
      />
      <path d={`M${n(x + 24)} 38h9v6h-9zM${n(x + 38)} 38h9v6h-9z`} fill={t.deep} />
      <path
        d={[0, 1, 2, 3, 4, 5].map((i) => `M${n(x + 12 + i * 10)} 73h4v4h-4z`).join("")}
        fill={t.base}
      />
      <path d="M0 88q14-6 28 0t30 0 30 0 28 0v16H0z" fill={t.deep} />
    </>
  );
};

const balloon: Shape = (r, t) => {
  const one = (x: number, y: number, s: number, a: string, b: string) => (
    <g transform={`translate(${n(x)} ${n(y)}) scale(${s})`}>
      <path d="M0 24q-20-16-20-30a20 20 0 0 1 40 0q0 14-20 30z" fill={a} />
      <path d="M0 24q-8-16-8-30t8-20q8 6 8 20t-8 30z" fill={b} />
      <path d="M-4 26h8v7h-8z" fill={a} />
    </g>
  );
  return (
    <>
      <path d="M0 104V80q40-14 116 0v24z" fill={t.far} />
      {one(between(r, 40, 52), between(r, 38, 44), 1, t.light, t.mid)}
      {one(between(r, 86, 96), between(r, 54, 62), 0.55, t.mid, t.light)}
      <path d="M0 104V92q40-8 116 0v12z" fill={t.deep} />
    </>
  );
};

const tram: Shape = (r, t) => {
  const x = between(r, 22, 32);
  return (
    <>
      <path d="M0 104V74h20V56h16v18h40V50h18v24h22v30z" fill={t.far} />
      <path d={`M${x} 46h60q5 0 5 6v34h-70V52q0-6 5-6z`} fill={t.light} />
      <path d={`M${n(x - 8)} 42h76v6h-76z`} fill={t.mid} />
      <path
        d={[0, 1, 2, 3].map((i) => `M${n(x + 3 + i * 15)} 54h10v13h-10z`).join("")}
        fill={t.base}
      />
      <g fill={t.deep}>
        <circle cx={n(x + 12)} cy="90" r="6" />
        <circle cx={n(x + 48)} cy="90" r="6" />
        <path d="M0 96h116v8H0z" />
      </g>
    </>
  );
};

const train: Shape = (r, t) => {
  const x = between(r, 8, 14);
  const wheel = (cx: number, radius: number) => (
    <>
      <circle
        cx={n(cx)}
        cy={n(95 - radius)}
        r={radius}
        fill={t.deep}
        stroke={t.light}
        stroke-width="1.6"
      />
      <circle cx={n(cx)} cy={n(95 - radius)} r={n(radius / 3.4)} fill={t.light} />
    </>
  );
  return (
    <>
      <path d="M0 104V74q30-18 60-8t56-2v40z" fill={t.far} />
      <path
        d={`M${n(x + 22)} 34q-4-10 8-13 3-9 14-6 8-9 18-2 12-4 16 5 8 3 4 9-16-5-26 1-10-3-16 4-8-3-18 2z`}
        fill={t.mid}
      />
      <path d={`M${n(x + 2)} 84V70q0-10 10-10h48v24z`} fill={t.light} />
      <path d={`M${n(x + 58)} 86V46h30v40z`} fill={t.light} />
      <path d={`M${n(x + 54)} 46q0-5 5-5h28q5 0 5 5z`} fill={t.mid} />
      <path d={`M${n(x + 17)} 60V44l-4-7h18l-4 7v16z`} fill={t.light} />
      <path d={`M${n(x + 40)} 60q0-8 6-8t6 8z`} fill={t.mid} />
      <path d={`M${n(x + 65)} 52h16v13H${n(x + 65)}z`} fill={t.base} />
      <path
        d={`M${n(x + 34)} 60v24M${n(x + 52)} 60v24M${n(x + 58)} 74h30`}
        stroke={t.base}
        stroke-width="2"
      />
      <path
        d={`M${n(x + 2)} 84h86v4H${n(x - 1)}zM${n(x + 2)} 84l-9 11H${n(x + 6)}z`}
        fill={t.deep}
      />
      {wheel(x + 17, 6.5)}
      {wheel(x + 34, 6.5)}
      {wheel(x + 66, 9.5)}
      <path d="M0 95h116v9H0z" fill={t.deep} />
    </>
  );
};

/* ---- Animals ---- */

const elephant: Shape = (r, t) => (
  <>
    <path d="M0 104V76q40-10 116 0v28z" fill={t.far} />
    <g transform={`translate(${between(r, -6, 6)} 0)`} fill={t.light}>
      <path d="M30 96V62q4-22 30-22 14 0 20 8 12 2 14 16 2 10-1 22-1 6-7 5l1-5q3-12-1-18l-4 6v22H72V82q-12 4-24 0v14z" />
      <circle cx="80" cy="56" r="2" fill={t.base} />
      <path d="M64 50q-8 12 4 20 8-6 4-18z" fill={t.mid} />
    </g>
    <path d="M0 104V94h116v10z" fill={t.deep} />
  </>
);

const giraffe: Shape = (r, t) => (
  <>
    <path d="M0 104V80q40-8 116 0v24z" fill={t.far} />
    <g transform={`translate(${between(r, -8, 8)} 0)`} fill={t.light}>
      <path d="M40 96V66q0-8 12-10l14-2 10-34 4-6 2 4 12 4q2 4-2 5l-8 1-8 34q2 14-2 34h-6V74H50v22z" />
      <path d="M66 56l-2 6 6 2zM56 58l-4 6 6 4zM75 34l-3 6 5 2z" fill={t.base} />
    </g>
    <path d="M0 104V94h116v10z" fill={t.deep} />
  </>
);

const camel: Shape = (r, t) => (
  <>
    <path d="M0 104V80q34-14 60-2t56-6v32z" fill={t.far} />
    <g transform={`translate(${between(r, -6, 6)} 0)`} fill={t.light}>
      <path d="M28 96V66q2-8 10-8 4-16 13 0h6q6-16 13 0 8 2 12-8l4-16q6-6 14 0l4 4-2 4-8 1-5 20q-2 10-11 13v20h-6V78H40v18z" />
    </g>
    <path d="M0 104V94h116v10z" fill={t.deep} />
  </>
);

const whale: Shape = (r, t) => (
  <>
    <path d="M0 72h116v32H0z" fill={t.far} />
    <g transform={`translate(${between(r, -4, 8)} 0)`}>
      <path
        d="M18 84q4-28 40-26 20 2 28 16l8-2 10-14q2 12-3 20l7 8q-10 6-18-2l-6 6z"
        fill={t.light}
      />
      <circle cx="34" cy="74" r="2.2" fill={t.base} />
      <path
        d="M42 56V42M42 44q-8-10-14-2M42 44q8-10 14-2"
        stroke={t.mid}
        stroke-width="3"
        fill="none"
      />
    </g>
    <path d="M0 88q14-7 28 0t30 0 30 0 28 0v16H0z" fill={t.deep} />
  </>
);

const turtle: Shape = (r, t) => (
  <>
    <path d="M0 50q14-6 28 0t30 0 30 0 28 0v54H0z" fill={t.far} />
    <g transform={`rotate(${between(r, -12, 12)} 58 70)`}>
      <path
        d="M38 66q-18-14-22-2 8 12 24 12zM40 80q-10 14 0 16 8-4 10-14zM78 64q8-16 16-8 0 10-12 16zM78 80q12 12 6 16-10-2-14-12z"
        fill={t.mid}
      />
      <circle cx="94" cy="74" r="7" fill={t.light} />
      <ellipse cx="60" cy="73" rx="28" ry="18" fill={t.light} />
      <path
        d="M60 56v34M44 62l8 11-8 11M76 62l-8 11 8 11M34 73h18M68 73h20"
        stroke={t.base}
        fill="none"
        stroke-width="1.8"
      />
    </g>
  </>
);

const bird: Shape = (r, t) => {
  const one = (x: number, y: number, s: number) => (
    <path
      d="M0 0q-10-12-22-6 12 0 22 12 10-12 22-12-12-6-22 6z"
      transform={`translate(${n(x)} ${n(y)}) scale(${s})`}
      fill={t.light}
    />
  );
  return (
    <>
      <path d={`M0 104V${between(r, 70, 78)}q40-14 116 0v34z`} fill={t.far} />
      {one(between(r, 34, 50), between(r, 34, 46), 1.15)}
      {one(between(r, 72, 84), between(r, 50, 60), 0.75)}
      {one(between(r, 20, 30), between(r, 62, 68), 0.55)}
      <path d="M0 104V92q40-8 116 0v12z" fill={t.deep} />
    </>
  );
};

const penguin: Shape = (r, t) => {
  const one = (x: number, s: number) => (
    <g transform={`translate(${n(x)} 96) scale(${s})`}>
      <path d="M-13 0q-6-34 6-46 7-6 14 0 12 12 6 46z" fill={t.deep} />
      <path d="M-7-2q-4-26 7-34 11 8 7 34z" fill={t.light} />
      <path d="M-3-42h6l-3 5z" fill={t.sun} />
      <path d="M-10 0h8v3h-8zM2 0h8v3H2z" fill={t.sun} />
    </g>
  );
  return (
    <>
      <path d="M-6 92 24 48l22 30 18-20 30 34z" fill={t.mid} />
      <path d="M0 104V88h116v16z" fill={t.light} />
      {one(between(r, 38, 48), 1)}
      {one(between(r, 74, 86), 0.75)}
    </>
  );
};

const kangaroo: Shape = (r, t) => (
  <>
    <path d="M0 104V76q40-10 116 0v28z" fill={t.far} />
    <g transform={`translate(${between(r, -6, 6)} 0)`} fill={t.light}>
      <path d="M30 92q6 4 16-8 2-22 18-30l4-16-3-8 6 4 3-6 3 8 9 6q1 5-5 5l-5 2-3 16 7 9-3 3-8-5q2 14-6 20l12 4v4H52q-4 0-4-5-8 8-18 5z" />
    </g>
    <path d="M0 104V93h116v11z" fill={t.deep} />
  </>
);

/* ---- Pleasures ---- */

const cup: Shape = (r, t) => (
  <>
    <path d="M0 78h116v26H0z" fill={t.deep} />
    <path
      d={`M${between(r, 44, 50)} 40q-6-8 0-14t0-14M60 40q-6-8 0-14t0-14`}
      fill="none"
      stroke={t.mid}
      stroke-width="3.4"
      stroke-linecap="round"
    />
    <path d="M32 46h44q2 32-14 36H46q-16-4-14-36z" fill={t.light} />
    <path d="M76 52q14-2 13 10t-17 12" fill="none" stroke={t.light} stroke-width="5" />
    <path d="M24 84h60l-6 6H30z" fill={t.mid} />
  </>
);

const dish: Shape = (r, t) => (
  <>
    <path d="M0 80h116v24H0z" fill={t.deep} />
    <path d="M22 80a36 36 0 0 1 72 0z" fill={t.light} />
    <circle cx="58" cy="40" r="5" fill={t.mid} />
    <path
      d={`M32 72a28 28 0 0 1 ${between(r, 14, 22)}-20`}
      stroke={t.mid}
      stroke-width="3"
      fill="none"
    />
    <path d="M14 80h88v6H14z" fill={t.mid} />
  </>
);

const guitar: Shape = (r, t) => (
  <g transform={`rotate(${between(r, 24, 40)} 58 56)`}>
    <path d="M54 6h8v46h-8z" fill={t.mid} />
    <path d="M52 0h12v12H52z" fill={t.light} />
    <path
      d="M58 44q18-2 16 12-1 6 4 12 8 22-20 24-28-2-20-24 5-6 4-12-2-14 16-12z"
      fill={t.light}
    />
    <circle cx="58" cy="66" r="7" fill={t.base} />
    <path d="M50 82h16" stroke={t.base} stroke-width="3" />
  </g>
);

const trumpet: Shape = (r, t) => (
  <>
    <path d="M0 104V84q40-8 116 0v20z" fill={t.far} />
    <g transform={`rotate(${between(r, -22, -12)} 58 56)`}>
      <path d="M16 52h58q16 0 24-16v40q-8-16-24-16H16z" fill={t.light} />
      <path d="M40 60v8q0 8 8 8h14q8 0 8-8v-8" fill="none" stroke={t.light} stroke-width="5" />
      <path d="M44 40h5v14h-5zM54 40h5v14h-5zM64 40h5v14h-5z" fill={t.mid} />
    </g>
  </>
);

const painting: Shape = (r, t) => (
  <>
    <path d="M0 88h116v16H0z" fill={t.deep} />
    <path d="M22 18h72v62H22z" fill={t.light} />
    <path d="M28 24h60v50H28z" fill={t.mid} />
    <path d={`M28 74V60l16-${between(r, 14, 22)} 14 16 10-8 20 14v10z`} fill={t.base} />
    <circle cx="74" cy="38" r="7" fill={t.sun} />
  </>
);

const mask: Shape = (r, t) => (
  <g transform={`rotate(${between(r, -8, 8)} 58 54)`}>
    <path d="M26 30q32-20 64 0 4 58-32 66-36-8-32-66z" fill={t.light} />
    <path d="M36 48q8-8 16 0-8 8-16 0zM64 48q8-8 16 0-8 8-16 0z" fill={t.base} />
    <path d="M58 50v18h-6M46 78q12 8 24 0" stroke={t.base} stroke-width="3" fill="none" />
    <path d="M36 38q8-5 16 0M64 38q8-5 16 0" stroke={t.mid} stroke-width="3" fill="none" />
  </g>
);

const bag: Shape = (r, t) => (
  <>
    <path d="M0 90h116v14H0z" fill={t.deep} />
    <path d="M42 44q0-22 16-22t16 22" fill="none" stroke={t.light} stroke-width="5" />
    <path d="M30 42h56l6 50H24z" fill={t.light} />
    <path d={`M27 ${between(r, 60, 72)}h62`} stroke={t.base} stroke-width="6" />
    <circle cx="42" cy="50" r="2.6" fill={t.base} />
    <circle cx="74" cy="50" r="2.6" fill={t.base} />
  </>
);

const bed: Shape = (r, t) => (
  <>
    <path d="M14 92V40h6v52zM96 92V54h6v38z" fill={t.mid} />
    <path d="M20 82V66h76v16z" fill={t.light} />
    <path d={`M24 66q0-12 14-12t${between(r, 12, 16)} 12z`} fill={t.mid} />
    <path d="M54 66q20-12 42 0z" fill={t.light} />
    <path d="M0 92h116v12H0z" fill={t.deep} />
    <path d="M20 76h76" stroke={t.base} stroke-width="2" />
  </>
);

const tent: Shape = (r, t) => (
  <>
    <path d="M0 104V72l22-20 20 18 22-28 24 26 12-10 16 14v32z" fill={t.far} />
    <path d={`M${between(r, 18, 24)} 94 58 44l38 50z`} fill={t.light} />
    <path d="M58 44 46 94h24z" fill={t.base} />
    <path d="M0 92h116v12H0z" fill={t.deep} />
  </>
);

const wheel: Shape = (r, t) => {
  const turn = between(r, 0, 45);
  return (
    <>
      <path d="M0 104V78h22V66h14v12h80v26z" fill={t.far} />
      <path d="M58 50 40 96h6l12-32 12 32h6z" fill={t.mid} />
      <g transform={`rotate(${turn} 58 48)`} stroke={t.light} fill="none" stroke-width="2.4">
        <circle cx="58" cy="48" r="32" stroke-width="3.4" />
        <path d="M26 48h64M58 16v64M35 25l46 46M81 25 35 71" stroke-width="1.6" />
        {[0, 45, 90, 135, 180, 225, 270, 315].map((a) => (
          <circle cx="58" cy="16" r="4.4" fill={t.light} transform={`rotate(${a} 58 48)`} />
        ))}
      </g>
      <path d="M0 96h116v8H0z" fill={t.deep} />
    </>
  );
};

export const SHAPES = {
  hills,
  mountain,
  volcano,
  waves,
  beach,
  river,
  desert,
  falls,
  skyline,
  tower,
  clocktower,
  arch,
  dome,
  onion,
  pagoda,
  temple,
  pyramid,
  steps,
  castle,
  houses,
  huts,
  windmill,
  lighthouse,
  bridge,
  market,
  palm,
  trees,
  cactus,
  vines,
  baobab,
  flower,
  boat,
  liner,
  balloon,
  tram,
  train,
  elephant,
  giraffe,
  camel,
  whale,
  turtle,
  bird,
  penguin,
  kangaroo,
  cup,
  dish,
  guitar,
  trumpet,
  painting,
  mask,
  bag,
  bed,
  tent,
  wheel,
} as const;

export type ShapeName = keyof typeof SHAPES;
