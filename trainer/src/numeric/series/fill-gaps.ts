/** Returns the series with each run of missing values on the line between its neighbours. It begins and ends with a value. */
export function fillGaps(series: Float64Array): Float64Array {
  const filled = series.slice();
  let known = 0;
  for (let t = 1; t < filled.length; t++) {
    if (Number.isNaN(filled[t])) continue;
    for (let gap = known + 1; gap < t; gap++) filled[gap] = filled[known] + ((filled[t] - filled[known]) * (gap - known)) / (t - known);
    known = t;
  }
  return filled;
}
