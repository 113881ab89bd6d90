/*
 * BLAKE2b-256 with a personal string (RFC 7693), the hash that the server seals its deals with. No
 * browser offers it, and on pages without https none offers any hash; but the page must check the
 * deal by itself. Speed does not matter: it hashes some dozens of bytes.
 */
const MASK = (1n << 64n) - 1n;
const BLOCK = 128;
const SIZE = 32;
const START = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];
/** The order of a block's words in each of the first ten rounds, in hex digits; then again. */
const SIGMA = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
].map((row) => [...row].map((digit) => parseInt(digit, 16)));
/** The columns and the diagonals of the state that a round mixes. */
const MIXED = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

/** The 64-bit words of some bytes, little-endian. */
function wordsOf(bytes: Uint8Array): bigint[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / 8 }, (_, i) => view.getBigUint64(8 * i, true));
}

const turn = (word: bigint, bits: bigint) => ((word >> bits) | (word << (64n - bits))) & MASK;

function compress(hash: bigint[], block: bigint[], count: number, last: boolean): void {
  const v = [...hash, ...START];
  v[12]! ^= BigInt(count);
  if (last) v[14]! ^= MASK;
  for (let round = 0; round < 12; round++) {
    MIXED.forEach(([a, b, c, d], i) => {
      for (const [step, first, second] of [
        [0, 32n, 24n],
        [1, 16n, 63n],
      ] as const) {
        v[a] = (v[a]! + v[b]! + block[SIGMA[round % 10]![2 * i + step]!]!) & MASK;
        v[d] = turn(v[d]! ^ v[a]!, first);
        v[c] = (v[c]! + v[d]!) & MASK;
        v[b] = turn(v[b]! ^ v[c]!, second);
      }
    });
  }
  for (let i = 0; i < 8; i++) hash[i]! ^= v[i]! ^ v[i + 8]!;
}

/** The hash of some bytes under a personal string of at most 16 ASCII characters. */
export function blake2b(bytes: Uint8Array, personal: string): Uint8Array {
  const name = new Uint8Array(16);
  name.set(new TextEncoder().encode(personal));
  const parameters = [0x01010000n ^ BigInt(SIZE), 0n, 0n, 0n, 0n, 0n, ...wordsOf(name)];
  const hash = START.map((word, i) => word ^ parameters[i]!);
  const blocks = Math.max(1, Math.ceil(bytes.length / BLOCK));
  for (let i = 0; i < blocks; i++) {
    const block = new Uint8Array(BLOCK);
    block.set(bytes.subarray(i * BLOCK, (i + 1) * BLOCK));
    const last = i === blocks - 1;
    compress(hash, wordsOf(block), last ? bytes.length : (i + 1) * BLOCK, last);
  }
  const out = new DataView(new ArrayBuffer(64));
  hash.forEach((word, i) => out.setBigUint64(8 * i, word, true));
  return new Uint8Array(out.buffer, 0, SIZE);
}
