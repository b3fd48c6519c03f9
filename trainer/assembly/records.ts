// Records of a delimited text in AssemblyScript: compiled to WebAssembly with SIMD by build.mjs, called by
// src/data/ingest/scan-records.ts.

const LF: i32 = 0x0a;
const CR: i32 = 0x0d;

/**
 * Writes to `found`, in bytes from `bytes`, where each record begins and where it ends (i32 each): at a line feed before
 * which quotes are even in number. Empty lines are left out. `length` bytes are there, then zeros up to a multiple of 16,
 * and before `bytes` the one before them. `state` goes from block to block of a text: whether a quote is open (i32, 0 or 1),
 * and where the present record began (i32, of the block that comes then). Answers the number of records.
 */
export function records(bytes: usize, length: i32, quote: i32, state: usize, found: usize): i32 {
  const quotes = i8x16.splat(<i8>quote);
  const feeds = i8x16.splat(<i8>LF);
  let open = load<i32>(state);
  let start = load<i32>(state, 4);
  let to = found;
  for (let at = 0; at < length; at += 16) {
    const sixteen = v128.load(bytes + at);
    // Bit i tells whether a quote is open at byte i: quotes up to there are odd in number.
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
  return <i32>((to - found) >> 3);
}
