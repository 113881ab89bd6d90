/* Shapes: towns and buildings. */
import type { VNode } from "preact";
import { between, oneOf } from "../random";
import { n, type Shape } from "./shape";

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

export const town = {
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
};
