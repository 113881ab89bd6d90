/* Shapes: vehicles in the picture. */
import { between } from "../random";
import { n, type Shape } from "./shape";

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

export const vehicles = { boat, liner, balloon, tram, train };
