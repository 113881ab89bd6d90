/*
 * The icons of the installed page, drawn here and nowhere else: a list of flat shapes, painted in
 * order into PNG files by asking of every point what lies on top. No program or package beyond
 * node is needed, and the same list gives the same bytes everywhere.
 */
import { deflateSync } from "node:zlib";

const NAVY = "#16324f";
const DUSK = "#1d4064";
const TOMATO = "#c23b25";
const MUSTARD = "#dd9f1f";
const SUN = "#f6d98b";
const CREAM = "#fdf6e3";

/* ---- Shapes: each tells whether a point of the 512 by 512 drawing lies in it ---- */

/* How far a point lies outside a box with round corners; negative inside. */
function outside(x, y, left, top, width, height, radius) {
  const dx = Math.abs(x - left - width / 2) - width / 2 + radius;
  const dy = Math.abs(y - top - height / 2) - height / 2 + radius;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
}

const box = (fill, left, top, width, height, radius = 0) => ({
  fill,
  has: (x, y) => outside(x, y, left, top, width, height, radius) < 0,
});
const frame = (fill, line, left, top, width, height, radius) => ({
  fill,
  has: (x, y) => Math.abs(outside(x, y, left, top, width, height, radius)) < line / 2,
});
const disc = (fill, cx, cy, radius) => ({
  fill,
  has: (x, y) => Math.hypot(x - cx, y - cy) < radius,
});
/* Every second of `count` rays that leave a point. */
const rays = (fill, cx, cy, count) => ({
  fill,
  has: (x, y) =>
    Math.floor(((Math.atan2(y - cy, x - cx) + Math.PI) / (2 * Math.PI)) * count + 0.5) % 2 === 0,
});

/* A suitcase before the rising sun. */
const PICTURE = [
  rays(DUSK, 256, 270, 24),
  disc(SUN, 256, 270, 198),
  frame(NAVY, 26, 192, 118, 128, 120, 40),
  box(TOMATO, 86, 184, 340, 226, 42),
  box(MUSTARD, 142, 184, 34, 226),
  box(MUSTARD, 336, 184, 34, 226),
  disc(CREAM, 256, 297, 52),
  disc(TOMATO, 256, 297, 40),
  disc(CREAM, 256, 297, 16),
];

/* ---- Painting ---- */

const SAMPLES = 4; // to a side of a pixel: smooth edges

const rgb = (colour) => [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));

/**
 * Paints the picture. An icon that the device may cut to any shape (`maskable`) is filled to its
 * corners and keeps what matters within the middle.
 */
function paint(size, maskable) {
  const shapes = [
    maskable ? { fill: NAVY, has: () => true } : box(NAVY, 0, 0, 512, 512, 104),
    ...PICTURE,
  ].map(({ fill, has }) => ({ colour: rgb(fill), has }));
  const ground = shapes[0];
  const zoom = maskable ? 0.8 : 1;
  const pixels = Buffer.alloc(size * size * 4);
  for (let py = 0; py < size; py++) {
    for (let px = 0; px < size; px++) {
      const sum = [0, 0, 0];
      let covered = 0;
      for (let s = 0; s < SAMPLES * SAMPLES; s++) {
        const x = ((px + ((s % SAMPLES) + 0.5) / SAMPLES) * 512) / size;
        const y = ((py + (Math.floor(s / SAMPLES) + 0.5) / SAMPLES) * 512) / size;
        if (!ground.has(x, y)) continue;
        const [zx, zy] = [(x - 256) / zoom + 256, (y - 256) / zoom + 256];
        let top = shapes.length - 1;
        while (top > 0 && !shapes[top].has(zx, zy)) top--;
        covered++;
        for (let c = 0; c < 3; c++) sum[c] += shapes[top].colour[c];
      }
      const at = (py * size + px) * 4;
      for (let c = 0; covered && c < 3; c++) pixels[at + c] = Math.round(sum[c] / covered);
      pixels[at + 3] = Math.round((covered * 255) / (SAMPLES * SAMPLES));
    }
  }
  return pixels;
}

/* ---- PNG ---- */

const CRC = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const head = Buffer.alloc(4);
  const tail = Buffer.alloc(4);
  let crc = 0xffffffff;
  for (const byte of body) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  head.writeUInt32BE(data.length);
  tail.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return Buffer.concat([head, body, tail]);
}

function png(size, pixels) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8); // 8 bits of red, green, blue and cover
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let y = 0; y < size; y++) {
    pixels.copy(rows, y * (size * 4 + 1) + 1, y * size * 4, (y + 1) * size * 4);
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** File names and bytes. The page and its manifest name the same files. */
export function icons() {
  return [
    ["icon-180.png", 180, true],
    ["icon-192.png", 192, false],
    ["icon-512.png", 512, false],
    ["icon-mask.png", 512, true],
  ].map(([name, size, maskable]) => [name, png(size, paint(size, maskable))]);
}
