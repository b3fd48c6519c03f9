/** Returns the finite ones of the values, in their order. */
export function finiteValues(values: Float64Array): Float64Array {
  const finite = new Float64Array(values.length);
  let count = 0;
  for (const value of values) if (Number.isFinite(value)) finite[count++] = value;
  return finite.subarray(0, count);
}
