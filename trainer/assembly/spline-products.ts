// Weighted sums of products of the numbers by which splines depend on the rows, written in AssemblyScript. build.mjs compiles it to
// WebAssembly with SIMD; src/algorithms/gam/row-products.ts calls it. Threads share the memory: each handles other pairs of splines.
//
// A straight line has one number (f64) for each row, which is its coordinate. A curve has the number of the knot before the row (u8),
// and four factors (f64): of the value and the second derivative at that knot, then at the next one. Its transform makes coordinates
// of them: one row for each value and second derivative of a knot, padded to an even number of coordinates.

/** Bytes of a spline in the table, which has six words (i32) for each. */
const ENTRY: usize = 24;

let rows: i32 = 0;
let table: usize = 0;
/** Weights of the rows, and room for the weighted numbers of one spline. */
let weights: usize = 0;
let weighted: usize = 0;
/**
 * Room of each part: for the sums of a pair, from `productsOffset` on for those with coordinates of the second spline, and for a row of
 * the result.
 */
let parts: usize = 0;
let partBytes: usize = 0;
let productsOffset: usize = 0;
/** Result: sums of products of all coordinates, row by row, of which the lower triangle is written. */
let gram: usize = 0;
let gramRow: usize = 0;

export function setLayout(
  rowCount: i32,
  tableAt: usize,
  weightsAt: usize,
  weightedAt: usize,
  partsAt: usize,
  bytesOfPart: usize,
  bytesOfSums: usize,
  gramAt: usize,
  coordinates: i32,
): void {
  rows = rowCount;
  table = tableAt;
  weights = weightsAt;
  weighted = weightedAt;
  parts = partsAt;
  partBytes = bytesOfPart;
  productsOffset = bytesOfSums;
  gram = gramAt;
  gramRow = (<usize>coordinates) << 3;
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

function transformOf(spline: i32): usize {
  return <usize>load<i32>(table + <usize>spline * ENTRY, 12);
}

function coordinatesOf(spline: i32): i32 {
  return load<i32>(table + <usize>spline * ENTRY, 16);
}

/** Returns the place of a spline's first coordinate among all. */
function startOf(spline: i32): i32 {
  return load<i32>(table + <usize>spline * ENTRY, 20);
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

/** Writes the sums of the weighted spline's numbers times those of another, one row for each of the former's, into the first part. */
export function multiply(spline: i32, other: i32): void {
  multiplyInto(parts, spline, other);
}

/** Writes the sums of the weighted spline's coordinates times those of spline `first` + `part` into the result. */
export function multiplyCoordinates(part: i32, spline: i32, first: i32): void {
  const other = first + part;
  const sums = parts + <usize>part * partBytes;
  multiplyInto(sums, spline, other);
  writeCoordinates(sums, spline, other);
}

function multiplyInto(to: usize, spline: i32, other: i32): void {
  const width = widthOf(spline);
  const otherWidth = widthOf(other);
  memory.fill(to, 0, (<usize>(width * otherWidth)) << 3);
  if (width === 1 && otherWidth === 1) store<f64>(to, dot(weighted, numbersOf(other)));
  else if (otherWidth === 1) multiplyLine(numbersOf(other), weighted, knotsOf(spline), to);
  else if (width === 1) multiplyLine(weighted, numbersOf(other), knotsOf(other), to);
  else multiplyCurves(knotsOf(spline), other, (<usize>otherWidth) << 3, to);
}

/** Makes coordinates of both sides of a pair's sums. */
function writeCoordinates(sums: usize, spline: i32, other: i32): void {
  const width = widthOf(spline);
  const otherWidth = widthOf(other);
  const count = coordinatesOf(other);
  let products = sums;
  let stride: usize = 8;
  if (otherWidth > 1) {
    products = sums + productsOffset;
    stride = strideOf(count);
    for (let i = 0; i < width; i++) {
      combine(sums + ((<usize>(i * otherWidth)) << 3), 8, otherWidth, transformOf(other), stride, products + <usize>i * stride);
    }
  }
  let to = gram + <usize>startOf(spline) * gramRow + ((<usize>startOf(other)) << 3);
  if (width === 1) {
    copyRow(products, to, count);
    return;
  }
  const row = products + <usize>width * stride;
  const along = strideOf(coordinatesOf(spline));
  for (let i = 0; i < coordinatesOf(spline); i++) {
    combine(transformOf(spline) + ((<usize>i) << 3), along, width, products, stride, row);
    copyRow(row, to, count);
    to += gramRow;
  }
}

/** Returns the bytes of a row of coordinates, padded to an even number. */
function strideOf(coordinates: i32): usize {
  return (<usize>(coordinates + 1) >> 1) << 4;
}

/** Writes the sum of rows, which are `stride` bytes long, times factors that are `step` bytes apart. */
function combine(factors: usize, step: usize, count: i32, from: usize, stride: usize, to: usize): void {
  for (let j: usize = 0; j < stride; j += 16) {
    let sum = f64x2.splat(0);
    let factor = factors;
    let row = from + j;
    for (let k = 0; k < count; k++) {
      sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(factor), v128.load(row)));
      factor += step;
      row += stride;
    }
    v128.store(to + j, sum);
  }
}

function copyRow(from: usize, to: usize, count: i32): void {
  memory.copy(to, from, (<usize>count) << 3);
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
