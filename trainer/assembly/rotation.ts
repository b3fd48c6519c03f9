// Coordinates of rows along directions, written in AssemblyScript. build.mjs compiles it to WebAssembly with SIMD;
// src/numeric/rotations/basis.ts calls it.
import { clip, firstRow, lastRow, rowAt, setPart, stride, width } from "./row-block";

export { setRowLayout } from "./row-block";

let directionCount: i32 = 0;
/** Numbers of the center, and of the directions one after the other (f64). */
let center: usize = 0;
let directions: usize = 0;
/** Coordinates, direction by direction, as far apart as the columns of the rows. */
let coordinates: usize = 0;
/** Room for four rows less the center, column by column. Each thread has its own. */
let centered: usize = 0;
/** Numbers are clipped to this. */
let limit: f64 = 0;

export function setLayout(count: i32, coordinatesAt: usize, centerAt: usize, directionsAt: usize, centeredAt: usize, greatest: f64): void {
  directionCount = count;
  center = centerAt;
  directions = directionsAt;
  coordinates = coordinatesAt;
  centered = centeredAt;
  limit = greatest;
}

/** Writes the coordinates of each row of the part. */
export function rotate(part: i32, partRows: i32, from: i32, to: i32, strideBytes: usize): void {
  setPart(part, partRows, from, to, strideBytes);
  for (let row = firstRow; row < lastRow; row += 4) {
    centerFour(row);
    let c = 0;
    for (; c + 1 < directionCount; c += 2) rotateFour(row, c, c + 1);
    if (c < directionCount) rotateFour(row, c, c);
  }
}

function centerFour(first: i32): void {
  let row = rowAt(first);
  let into = centered;
  for (let j = 0; j < width; j++) {
    const middle = v128.load64_splat(center + ((<usize>j) << 3));
    v128.store(into, f64x2.sub(clip(v128.load(row), limit), middle));
    v128.store(into, f64x2.sub(clip(v128.load(row, 16), limit), middle), 16);
    row += stride;
    into += 32;
  }
}

/** Writes two coordinates of four rows. It adds the products of four columns at once, as addScaledColumns does. */
function rotateFour(first: i32, a: i32, b: i32): void {
  let ofA = directions + ((<usize>(a * width)) << 3);
  let ofB = directions + ((<usize>(b * width)) << 3);
  let at = centered;
  let a0 = f64x2.splat(0);
  let a1 = a0;
  let b0 = a0;
  let b1 = a0;
  const end = at + ((<usize>width) << 5);
  const whole = at + ((<usize>(width & ~3)) << 5);
  for (; at < whole; at += 128) {
    let one = v128.load64_splat(ofA);
    let two = v128.load64_splat(ofA, 8);
    let three = v128.load64_splat(ofA, 16);
    let four = v128.load64_splat(ofA, 24);
    a0 = f64x2.add(
      a0,
      f64x2.add(
        f64x2.add(f64x2.mul(one, v128.load(at)), f64x2.mul(two, v128.load(at, 32))),
        f64x2.add(f64x2.mul(three, v128.load(at, 64)), f64x2.mul(four, v128.load(at, 96))),
      ),
    );
    a1 = f64x2.add(
      a1,
      f64x2.add(
        f64x2.add(f64x2.mul(one, v128.load(at, 16)), f64x2.mul(two, v128.load(at, 48))),
        f64x2.add(f64x2.mul(three, v128.load(at, 80)), f64x2.mul(four, v128.load(at, 112))),
      ),
    );
    one = v128.load64_splat(ofB);
    two = v128.load64_splat(ofB, 8);
    three = v128.load64_splat(ofB, 16);
    four = v128.load64_splat(ofB, 24);
    b0 = f64x2.add(
      b0,
      f64x2.add(
        f64x2.add(f64x2.mul(one, v128.load(at)), f64x2.mul(two, v128.load(at, 32))),
        f64x2.add(f64x2.mul(three, v128.load(at, 64)), f64x2.mul(four, v128.load(at, 96))),
      ),
    );
    b1 = f64x2.add(
      b1,
      f64x2.add(
        f64x2.add(f64x2.mul(one, v128.load(at, 16)), f64x2.mul(two, v128.load(at, 48))),
        f64x2.add(f64x2.mul(three, v128.load(at, 80)), f64x2.mul(four, v128.load(at, 112))),
      ),
    );
    ofA += 32;
    ofB += 32;
  }
  for (; at < end; at += 32) {
    const factorA = v128.load64_splat(ofA);
    const factorB = v128.load64_splat(ofB);
    a0 = f64x2.add(a0, f64x2.mul(factorA, v128.load(at)));
    a1 = f64x2.add(a1, f64x2.mul(factorA, v128.load(at, 16)));
    b0 = f64x2.add(b0, f64x2.mul(factorB, v128.load(at)));
    b1 = f64x2.add(b1, f64x2.mul(factorB, v128.load(at, 16)));
    ofA += 8;
    ofB += 8;
  }
  const intoA = coordinates + <usize>a * stride + ((<usize>first) << 3);
  const intoB = coordinates + <usize>b * stride + ((<usize>first) << 3);
  v128.store(intoA, a0);
  v128.store(intoA, a1, 16);
  v128.store(intoB, b0);
  v128.store(intoB, b1, 16);
}
