/** Returns true if a value has no value beside it: a line draws it only as a symbol. */
export function hasLonePoint(points: readonly (readonly [at: unknown, value: number | null])[]): boolean {
  const hasValue = (i: number) => typeof points[i]?.[1] === "number";
  return points.some((_point, i) => hasValue(i) && !hasValue(i - 1) && !hasValue(i + 1));
}
