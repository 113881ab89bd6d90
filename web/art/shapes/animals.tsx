/* Shapes: animals. */
import { between } from "../random";
import { n, type Shape } from "./shape";

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

export const animals = { elephant, giraffe, camel, whale, turtle, bird, penguin, kangaroo };
