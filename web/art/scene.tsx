/*
 * A poster: sky, sun, perhaps clouds, and shapes of the kit over each other. The seed moves the
 * sun, the clouds and every shape, so two cards with the same shapes are still two pictures.
 */
import { memo } from "./memo";
import { mix, tones } from "./colours";
import { between, rand, seedOf } from "./random";
import { HIGH, SHAPES, WIDE, type ShapeName } from "./shapes";

export interface SceneProps {
  /** The colour the poster is printed in. */
  base: string;
  /** Shapes from back to front. */
  shapes: readonly ShapeName[];
  /** The card's id: the same id gives the same picture. */
  seed: string;
  /** Without a sun for pictures indoors or at night. */
  sun?: boolean;
}

/** The poster as a nested svg of 116 by 104; place it with a transform or x and y. */
export const Scene = memo(function Scene({ base, shapes, seed, sun = true }: SceneProps) {
  const r = rand(seedOf(seed));
  const t = tones(base);
  const left = r() < 0.5;
  const x = left ? between(r, 18, 32) : between(r, 84, 98);
  const y = between(r, 18, 32);
  const size = between(r, 10, 15);
  const rays = r() < 0.35;
  const cloud = r() < 0.5;
  return (
    <g>
      <rect width={WIDE} height={HIGH} fill={base} />
      {rays &&
        sun &&
        [0, 1, 2, 3, 4, 5, 6, 7].map((i) => (
          <path
            d={`M${x} ${y}l-13-150h26z`}
            fill={mix(base, t.sun, 0.13)}
            transform={`rotate(${i * 45 + 11} ${x} ${y})`}
          />
        ))}
      {sun && <circle cx={x} cy={y} r={size} fill={t.sun} />}
      {cloud && (
        <path
          d="M0 0h26a5 5 0 0 0 0-10 9 9 0 0 0-17-2A6.4 6.4 0 0 0 0 0z"
          transform={`translate(${left ? between(r, 62, 82) : between(r, 10, 26)} ${between(r, 22, 40)}) scale(${between(r, 0.6, 0.9)})`}
          fill={mix(base, t.light, 0.34)}
        />
      )}
      {shapes.map((name) => SHAPES[name](r, t))}
    </g>
  );
});
