// Weighted sums of products of the numbers by which splines depend on the rows, written in AssemblyScript. build.mjs compiles it to
// WebAssembly with SIMD; src/algorithms/gam/row-products.ts calls it. Threads share the memory: each handles other pairs of splines.
//
// A straight line has one number (f64) for each row. A curve has the number of the knot before the row (u8), and four factors (f64):
// of the value and the second derivative at that knot, then at the next one.

/** Words (i32) of a spline in the table: the address of its numbers, that of its knots, and how many sums a row may add to. */
const ENTRY: usize = 12;

let rows: i32 = 0;
let table: usize = 0;
/** Weights of the rows, and room for the weighted numbers of one spline. */
let weights: usize = 0;
let weighted: usize = 0;
/** Room for the sums of each pair. */
let sums: usize = 0;
let sumBytes: usize = 0;

export function setLayout(rowCount: i32, tableAt: usize, weightsAt: usize, weightedAt: usize, sumsAt: usize, bytesOfSums: usize): void {
  rows = rowCount;
  table = tableAt;
  weights = weightsAt;
  weighted = weightedAt;
  sums = sumsAt;
  sumBytes = bytesOfSums;
}

function numbersOf(spline: i32): usize {
  return <usize>load<i32>(table + <usize>spline * ENTRY);
}

function knotsOf(spline: i32): usize {
  return <usize>load<i32>(table + <usize>spline * ENTRY, 4);
}

/** Returns 1 for a straight line, and two for each knot of a curve. */
function widthOf(spline: i32): i32 {
  return load<i32>(table + <usize>spline * ENTRY, 8);
}

/** Multiplies the numbers of a spline by the weights. */
export function weigh(spline: i32): void {
  let from = numbersOf(spline);
  let to = weighted;
  if (widthOf(spline) === 1) {
    for (let i: usize = 0; i < (<usize>rows) << 3; i += 8) store<f64>(to + i, load<f64>(weights + i) * load<f64>(from + i));
    return;
  }
  for (let i = 0; i < rows; i++) {
    const weight = v128.load64_splat(weights + ((<usize>i) << 3));
    v128.store(to, f64x2.mul(weight, v128.load(from)));
    v128.store(to, f64x2.mul(weight, v128.load(from, 16)), 16);
    from += 32;
    to += 32;
  }
}

/** Writes the sums of the weighted spline's numbers times those of spline `first` + `part`, one row for each of the former's. */
export function multiply(part: i32, spline: i32, first: i32): void {
  const other = first + part;
  const to = sums + <usize>part * sumBytes;
  const width = widthOf(spline);
  const otherWidth = widthOf(other);
  memory.fill(to, 0, (<usize>(width * otherWidth)) << 3);
  if (width === 1 && otherWidth === 1) store<f64>(to, dot(weighted, numbersOf(other)));
  else if (otherWidth === 1) multiplyLine(numbersOf(other), weighted, knotsOf(spline), to);
  else if (width === 1) multiplyLine(weighted, numbersOf(other), knotsOf(other), to);
  else multiplyCurves(knotsOf(spline), other, (<usize>otherWidth) << 3, to);
}

/** Returns the dot product of two columns. It keeps two sums, so that an addition does not wait for the previous one. */
function dot(a: usize, b: usize): f64 {
  const end = a + ((<usize>(rows & ~3)) << 3);
  let even = f64x2.splat(0);
  let odd = even;
  for (; a < end; a += 32) {
    even = f64x2.add(even, f64x2.mul(v128.load(a), v128.load(b)));
    odd = f64x2.add(odd, f64x2.mul(v128.load(a, 16), v128.load(b, 16)));
    b += 32;
  }
  even = f64x2.add(even, odd);
  let sum = f64x2.extract_lane(even, 0) + f64x2.extract_lane(even, 1);
  for (let i = rows & 3; i > 0; i--) {
    sum += load<f64>(a) * load<f64>(b);
    a += 8;
    b += 8;
  }
  return sum;
}

/** Adds each number of a line times the factors of a curve. */
function multiplyLine(line: usize, factors: usize, knots: usize, to: usize): void {
  for (let i = 0; i < rows; i++) {
    const number = v128.load64_splat(line + ((<usize>i) << 3));
    addTo(to + ((<usize>load<u8>(knots + i)) << 4), f64x2.mul(number, v128.load(factors)), f64x2.mul(number, v128.load(factors, 16)));
    factors += 32;
  }
}

/** Adds each weighted factor of a row times the factors of another curve. Sums of the same weighted factor have `row` bytes. */
function multiplyCurves(knots: usize, other: i32, row: usize, to: usize): void {
  const otherKnots = knotsOf(other);
  let factors = numbersOf(other);
  let at = weighted;
  for (let i = 0; i < rows; i++) {
    const value = v128.load(factors);
    const next = v128.load(factors, 16);
    let cell = to + 2 * row * <usize>load<u8>(knots + i) + ((<usize>load<u8>(otherKnots + i)) << 4);
    for (const end = at + 32; at < end; at += 8) {
      const factor = v128.load64_splat(at);
      addTo(cell, f64x2.mul(factor, value), f64x2.mul(factor, next));
      cell += row;
    }
    factors += 32;
  }
}

/** Adds to four numbers side by side. */
function addTo(at: usize, first: v128, second: v128): void {
  v128.store(at, f64x2.add(v128.load(at), first));
  v128.store(at, f64x2.add(v128.load(at, 16), second), 16);
}
