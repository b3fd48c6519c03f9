// The center nearest to each row, written in AssemblyScript. build.mjs compiles it to WebAssembly with SIMD;
// src/numeric/neighbours/center-search.ts calls it.
//
// Centers come in panels of four: each column of a panel is 32 bytes, the numbers of its four centers, and columns follow one
// another. Unused places are infinitely far away.
import { firstRow, lastRow, rowAt, setPart, stride, width } from "./row-block";

export { setRowLayout } from "./row-block";

let panels: i32 = 0;
let centers: usize = 0;
/** Number of the nearest center of each row (i32). */
let nearest: usize = 0;

export function setCenterLayout(panelCount: i32, centersAt: usize, nearestAt: usize): void {
  panels = panelCount;
  centers = centersAt;
  nearest = nearestAt;
}

/** Writes the number of the nearest center of each row of the part. The first center wins a tie. */
export function findNearest(part: i32, partRows: i32, from: i32, to: i32, strideBytes: usize): void {
  setPart(part, partRows, from, to, strideBytes);
  for (let row = firstRow; row < lastRow; row += 4) findForFour(row);
}

/** Does this for four rows. Sums are in the order of the columns. */
function findForFour(first: i32): void {
  let leastLow = f64x2.splat(Infinity);
  let leastHigh = leastLow;
  let numberLow = i64x2.splat(0);
  let numberHigh = numberLow;
  let center = centers;
  for (let panel = 0; panel < panels; panel++) {
    let row = rowAt(first);
    let a0 = f64x2.splat(0);
    let a1 = a0;
    let b0 = a0;
    let b1 = a0;
    let c0 = a0;
    let c1 = a0;
    let d0 = a0;
    let d1 = a0;
    for (let j = 0; j < width; j++) {
      const low = v128.load(row);
      const high = v128.load(row, 16);
      let value = v128.load64_splat(center);
      let less = f64x2.sub(low, value);
      let more = f64x2.sub(high, value);
      a0 = f64x2.add(a0, f64x2.mul(less, less));
      a1 = f64x2.add(a1, f64x2.mul(more, more));
      value = v128.load64_splat(center, 8);
      less = f64x2.sub(low, value);
      more = f64x2.sub(high, value);
      b0 = f64x2.add(b0, f64x2.mul(less, less));
      b1 = f64x2.add(b1, f64x2.mul(more, more));
      value = v128.load64_splat(center, 16);
      less = f64x2.sub(low, value);
      more = f64x2.sub(high, value);
      c0 = f64x2.add(c0, f64x2.mul(less, less));
      c1 = f64x2.add(c1, f64x2.mul(more, more));
      value = v128.load64_splat(center, 24);
      less = f64x2.sub(low, value);
      more = f64x2.sub(high, value);
      d0 = f64x2.add(d0, f64x2.mul(less, less));
      d1 = f64x2.add(d1, f64x2.mul(more, more));
      row += stride;
      center += 32;
    }
    let number = i64x2.splat(<i64>(panel * 4));
    numberLow = v128.bitselect(number, numberLow, f64x2.lt(a0, leastLow));
    leastLow = f64x2.pmin(leastLow, a0);
    numberHigh = v128.bitselect(number, numberHigh, f64x2.lt(a1, leastHigh));
    leastHigh = f64x2.pmin(leastHigh, a1);
    number = i64x2.splat(<i64>(panel * 4 + 1));
    numberLow = v128.bitselect(number, numberLow, f64x2.lt(b0, leastLow));
    leastLow = f64x2.pmin(leastLow, b0);
    numberHigh = v128.bitselect(number, numberHigh, f64x2.lt(b1, leastHigh));
    leastHigh = f64x2.pmin(leastHigh, b1);
    number = i64x2.splat(<i64>(panel * 4 + 2));
    numberLow = v128.bitselect(number, numberLow, f64x2.lt(c0, leastLow));
    leastLow = f64x2.pmin(leastLow, c0);
    numberHigh = v128.bitselect(number, numberHigh, f64x2.lt(c1, leastHigh));
    leastHigh = f64x2.pmin(leastHigh, c1);
    number = i64x2.splat(<i64>(panel * 4 + 3));
    numberLow = v128.bitselect(number, numberLow, f64x2.lt(d0, leastLow));
    leastLow = f64x2.pmin(leastLow, d0);
    numberHigh = v128.bitselect(number, numberHigh, f64x2.lt(d1, leastHigh));
    leastHigh = f64x2.pmin(leastHigh, d1);
  }
  v128.store(nearest + ((<usize>first) << 2), v128.shuffle<i32>(numberLow, numberHigh, 0, 2, 4, 6));
}
