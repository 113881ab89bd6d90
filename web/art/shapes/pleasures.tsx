/* Shapes: pleasures: food, music, art, sleep. */
import { between } from "../random";
import { type Shape } from "./shape";

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

export const pleasures = { cup, dish, guitar, trumpet, painting, mask, bag, bed, tent, wheel };
