const ITERATIONS = 100;

/**
 * Probabilities of several classes from those of each pair (the second method of Wu, Lin and Weng 2004): `pairwise[a * n + b]`
 * is the probability of class a where it is a or b. Writes those of the n classes into `into`, which add up to 1.
 */
export function couple(pairwise: Float64Array, into: Float64Array): void {
  const n = into.length;
  const q = new Float64Array(n * n);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) {
      if (a === b) continue;
      q[a * n + a] += pairwise[b * n + a] ** 2;
      q[a * n + b] = -pairwise[b * n + a] * pairwise[a * n + b];
    }
  }
  into.fill(1 / n);
  const qp = new Float64Array(n);
  for (let iteration = 0; iteration < Math.max(ITERATIONS, n); iteration++) {
    let pqp = 0;
    for (let a = 0; a < n; a++) {
      qp[a] = 0;
      for (let b = 0; b < n; b++) qp[a] += q[a * n + b] * into[b];
      pqp += into[a] * qp[a];
    }
    if (qp.every((value) => Math.abs(value - pqp) < 0.005 / n)) break;
    pqp = sweep(q, qp, into, pqp);
  }
  const sum = into.reduce((total, p) => total + p, 0);
  for (let a = 0; a < n; a++) into[a] /= sum;
}

/** Takes each class in turn to where it should be, given the others. */
function sweep(q: Float64Array, qp: Float64Array, p: Float64Array, start: number): number {
  const n = p.length;
  let pqp = start;
  for (let a = 0; a < n; a++) {
    const change = (pqp - qp[a]) / q[a * n + a];
    p[a] += change;
    pqp = (pqp + change * (change * q[a * n + a] + 2 * qp[a])) / (1 + change) ** 2;
    for (let b = 0; b < n; b++) {
      qp[b] = (qp[b] + change * q[a * n + b]) / (1 + change);
      p[b] /= 1 + change;
    }
  }
  return pqp;
}
