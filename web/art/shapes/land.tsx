/* Shapes: land and water. */
import { between } from "../random";
import { n, type Shape } from "./shape";

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
      <path d={`M${x} ${top}l11 18.6-5-1.6-4 5-4-6-5 5-4-5.4z`} fill={t.light} />
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

export const land = { hills, mountain, volcano, waves, beach, river, desert, falls };
