/** Solves linear equations, whose last column is the right side, by elimination with pivots. */
export function solveLinear(rows: Float64Array[]): Float64Array {
  const n = rows.length;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column + 1; row < n; row++) if (Math.abs(rows[row][column]) > Math.abs(rows[pivot][column])) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    for (let row = column + 1; row < n; row++) {
      const factor = rows[row][column] / rows[column][column];
      if (factor !== 0) for (let k = column; k <= n; k++) rows[row][k] -= factor * rows[column][k];
    }
  }
  const solution = new Float64Array(n);
  for (let row = n - 1; row >= 0; row--) {
    let sum = rows[row][n];
    for (let k = row + 1; k < n; k++) sum -= rows[row][k] * solution[k];
    solution[row] = sum / rows[row][row];
  }
  return solution;
}
