// Splits a delimited text into records, in AssemblyScript. build.mjs compiles it to WebAssembly with SIMD;
// src/data/ingest/csv/scan-records.ts calls it.

const LF: i32 = 0x0a;
const CR: i32 = 0x0d;

/**
 * Writes to `recordBounds` where each record begins and ends (i32 each, in bytes from `bytes`), and returns the number of records. A
 * record ends at a line feed that an even number of quotes precedes. Empty lines are left out.
 *
 * `length` bytes are followed by zeros up to a multiple of 16. The byte before `bytes` is the one that precedes them in the text.
 * `state` carries over from block to block: whether a quote is open (i32, 0 or 1), and where the present record began (i32,
 * relative to the next block).
 */
export function findRecords(bytes: usize, length: i32, quote: i32, state: usize, recordBounds: usize): i32 {
  const quotes = i8x16.splat(<i8>quote);
  const feeds = i8x16.splat(<i8>LF);
  let open = load<i32>(state);
  let start = load<i32>(state, 4);
  let to = recordBounds;
  for (let at = 0; at < length; at += 16) {
    const sixteen = v128.load(bytes + at);
    // Bit i tells whether a quote is open at byte i: an odd number of quotes stands up to there.
    let within = i8x16.bitmask(i8x16.eq(sixteen, quotes));
    within ^= within << 1;
    within ^= within << 2;
    within ^= within << 4;
    within ^= within << 8;
    within = (within ^ -open) & 0xffff;
    for (let ends = i8x16.bitmask(i8x16.eq(sixteen, feeds)) & ~within; ends !== 0; ends &= ends - 1) {
      const end = at + ctz(ends);
      if (end > start + 1 || (end === start + 1 && load<u8>(bytes + start) !== CR)) {
        store<i32>(to, start);
        store<i32>(to, end + 1, 4);
        to += 8;
      }
      start = end + 1;
    }
    open = within >> 15;
  }
  store<i32>(state, open);
  store<i32>(state, start - length, 4);
  return <i32>((to - recordBounds) >> 3);
}
