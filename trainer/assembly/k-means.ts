// Inner loops of k-means, written in AssemblyScript. build.mjs compiles them to WebAssembly with SIMD;
// src/algorithms/k-means/centers-wasm.ts calls them. Pointers are byte addresses in memory that the caller lays out.
//
// Rows come in panels of four: each column of a panel is 32 bytes, the numbers of its four rows, and columns follow one another.
// Centers lie in such panels too; unused places are infinitely far away.

let width: i32 = 0;
let rows: i32 = 0;
let points: usize = 0;
let groups: i32 = 0;
let centers: usize = 0;
/** By row: the number of its center (i32), and its two distance bounds (f64). */
let clusters: usize = 0;
let upper: usize = 0;
let lower: usize = 0;
/**
 * By center: half its distance from the nearest other center (f64), the sum of its rows (f64, `width` numbers), their number (i32),
 * and how far it has moved since the rows were assigned (f64).
 */
let halfNearestDistance: usize = 0;
let sums: usize = 0;
let counts: usize = 0;
let moves: usize = 0;

/** Squared distances of a panel's four rows from four centers, center by center. */
const panelDistances: usize = memory.data(128, 16);
/** By row of a panel: the least squared distance, the second least (f64), and the number of the nearest center (f64). */
const nearestDistance: usize = memory.data(32, 16);
const secondDistance: usize = memory.data(32, 16);
const nearestCenter: usize = memory.data(32, 16);

export function setLayout(columns: i32, pointsAt: usize, panelsOfCenters: i32, centersAt: usize): void {
  width = columns;
  points = pointsAt;
  groups = panelsOfCenters;
  centers = centersAt;
}

export function setRowLayout(count: i32, clustersAt: usize, upperAt: usize, lowerAt: usize): void {
  rows = count;
  clusters = clustersAt;
  upper = upperAt;
  lower = lowerAt;
}

export function setCenterLayout(halfNearestDistanceAt: usize, sumsAt: usize, countsAt: usize, movesAt: usize): void {
  halfNearestDistance = halfNearestDistanceAt;
  sums = sumsAt;
  counts = countsAt;
  moves = movesAt;
}

/**
 * Assigns each row to its nearest center. Sets `upper` to the distance from that center and `lower` to the distance from the
 * second nearest. Skips panels whose rows cannot change center: `upper` is at least the distance from the row's center, `lower`
 * at most the distance from any other. No center has moved further than `furthest`.
 */
export function assign(from: i32, to: i32, furthest: f64): void {
  for (let p = from; p < to; p++) {
    if (isDecided(p, furthest)) continue;
    findNearestCenters(p);
    const last = min(4, rows - p * 4);
    for (let r = 0; r < last; r++) moveRow(p * 4 + r, <i32>load<f64>(nearestCenter + (r << 3)));
    const panel = (<usize>p) << 5;
    for (let half: usize = 0; half < 32; half += 16) {
      v128.store(upper + panel + half, f64x2.sqrt(v128.load(nearestDistance + half)));
      v128.store(lower + panel + half, f64x2.sqrt(v128.load(secondDistance + half)));
    }
  }
}

/** Widens the bounds of a panel's rows by the moves of the centers. Returns whether no row can change its center. */
function isDecided(p: i32, furthest: f64): bool {
  const last = min(4, rows - p * 4);
  let decided = true;
  for (let r = 0; r < last; r++) {
    const row = p * 4 + r;
    const at = (<usize>row) << 3;
    const own = (<usize>load<i32>(clusters + ((<usize>row) << 2))) << 3;
    const most = load<f64>(upper + at) + load<f64>(moves + own);
    const least = load<f64>(lower + at) - furthest;
    store<f64>(upper + at, most);
    store<f64>(lower + at, least);
    decided = decided && most <= max(load<f64>(halfNearestDistance + own), least);
  }
  return decided;
}

/** Moves a row to a cluster and updates the sums and counts of both clusters. */
export function moveRow(row: i32, cluster: i32): void {
  const at = clusters + ((<usize>row) << 2);
  const own = load<i32>(at);
  if (own === cluster) return;
  let value = points + ((<usize>(row >> 2) * width) << 5) + ((<usize>(row & 3)) << 3);
  let from = sums + ((<usize>(own * width)) << 3);
  let to = sums + ((<usize>(cluster * width)) << 3);
  for (let j = 0; j < width; j++) {
    store<f64>(from, load<f64>(from) - load<f64>(value));
    store<f64>(to, load<f64>(to) + load<f64>(value));
    value += 32;
    from += 8;
    to += 8;
  }
  addToCount(own, -1);
  addToCount(cluster, 1);
  store<i32>(at, cluster);
}

function addToCount(cluster: i32, number: i32): void {
  const at = counts + ((<usize>cluster) << 2);
  store<i32>(at, load<i32>(at) + number);
}

/**
 * Writes the lesser of each row's `nearest` and its squared distance from each center of a panel to `into` (f64, `stride` bytes
 * for each center).
 */
export function candidateDistances(panels: i32, candidates: usize, nearest: usize, into: usize, stride: usize): void {
  for (let p = 0; p < panels; p++) {
    computeDistances(points + ((<usize>(p * width)) << 5), candidates);
    const low = v128.load(nearest);
    const high = v128.load(nearest, 16);
    for (let c = 0; c < 4; c++) {
      const at = into + <usize>c * stride;
      v128.store(at, f64x2.pmin(low, v128.load(panelDistances + (c << 5))));
      v128.store(at, f64x2.pmin(high, v128.load(panelDistances + (c << 5), 16)), 16);
    }
    nearest += 32;
    into += 32;
  }
}

/** Fills `nearestDistance`, `secondDistance` and `nearestCenter` for a panel's rows. */
function findNearestCenters(p: i32): void {
  const rows = points + ((<usize>(p * width)) << 5);
  for (let half: usize = 0; half < 32; half += 16) {
    v128.store(nearestDistance + half, f64x2.splat(Infinity));
    v128.store(secondDistance + half, f64x2.splat(Infinity));
    v128.store(nearestCenter + half, f64x2.splat(0));
  }
  let group = centers;
  for (let g = 0; g < groups; g++) {
    computeDistances(rows, group);
    for (let half: usize = 0; half < 32; half += 16) {
      let first = v128.load(nearestDistance + half);
      let second = v128.load(secondDistance + half);
      let number = v128.load(nearestCenter + half);
      for (let c = 0; c < 4; c++) {
        const distance = v128.load(panelDistances + half + (c << 5));
        number = v128.bitselect(f64x2.splat(<f64>(g * 4 + c)), number, f64x2.lt(distance, first));
        second = f64x2.pmin(second, f64x2.pmax(distance, first));
        first = f64x2.pmin(first, distance);
      }
      v128.store(nearestDistance + half, first);
      v128.store(secondDistance + half, second);
      v128.store(nearestCenter + half, number);
    }
    group += (<usize>width) << 5;
  }
}

/** Fills `panelDistances` for a panel of rows and a panel of centers. */
function computeDistances(row: usize, group: usize): void {
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
    let center = v128.load64_splat(group);
    let less = f64x2.sub(low, center);
    let more = f64x2.sub(high, center);
    a0 = f64x2.add(a0, f64x2.mul(less, less));
    a1 = f64x2.add(a1, f64x2.mul(more, more));
    center = v128.load64_splat(group, 8);
    less = f64x2.sub(low, center);
    more = f64x2.sub(high, center);
    b0 = f64x2.add(b0, f64x2.mul(less, less));
    b1 = f64x2.add(b1, f64x2.mul(more, more));
    center = v128.load64_splat(group, 16);
    less = f64x2.sub(low, center);
    more = f64x2.sub(high, center);
    c0 = f64x2.add(c0, f64x2.mul(less, less));
    c1 = f64x2.add(c1, f64x2.mul(more, more));
    center = v128.load64_splat(group, 24);
    less = f64x2.sub(low, center);
    more = f64x2.sub(high, center);
    d0 = f64x2.add(d0, f64x2.mul(less, less));
    d1 = f64x2.add(d1, f64x2.mul(more, more));
    row += 32;
    group += 32;
  }
  v128.store(panelDistances, a0);
  v128.store(panelDistances, a1, 16);
  v128.store(panelDistances, b0, 32);
  v128.store(panelDistances, b1, 48);
  v128.store(panelDistances, c0, 64);
  v128.store(panelDistances, c1, 80);
  v128.store(panelDistances, d0, 96);
  v128.store(panelDistances, d1, 112);
}
