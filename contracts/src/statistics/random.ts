/** Seeded random numbers. The same seed gives the same sequence on every machine. */
export interface Random {
  /** Returns a uniform number in [0, 1). */
  next(): number;
  /** Returns a uniform integer in [0, n). */
  int(n: number): number;
  /** Returns a standard normal number. */
  normal(): number;
  /** Returns an independent generator for the part of the work with this index. */
  fork(index: number): Random;
}

/** xoshiro128** (Blackman and Vigna 2018), seeded by splitmix32. */
export function createRandom(seed: number): Random {
  let s = seed >>> 0;
  const mix = () => {
    s = (s + 0x9e3779b9) >>> 0;
    let z = s;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return z ^ (z >>> 16);
  };
  // Signed, because V8 stores signed 32-bit integers in place but allocates memory for greater ones.
  let a = mix();
  let b = mix();
  let c = mix();
  let d = mix();
  const rotate = (x: number, k: number) => (x << k) | (x >>> (32 - k));
  const bits = () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9);
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotate(d >>> 0, 11);
    return result;
  };
  const next = () => ((bits() >>> 5) * 67108864 + (bits() >>> 6)) / 9007199254740992;
  return {
    next,
    int: (n) => Math.floor(next() * n),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    fork: (index) => createRandom((Math.imul(seed ^ 0x5bd1e995, 0x27d4eb2f) + Math.imul(index + 1, 0x9e3779b1)) >>> 0),
  };
}
