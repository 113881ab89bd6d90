/* Shapes: growing things. */
import type { VNode } from "preact";
import { between } from "../random";
import { n, type Shape } from "./shape";

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

export const plants = { palm, trees, cactus, vines, baobab, flower };
