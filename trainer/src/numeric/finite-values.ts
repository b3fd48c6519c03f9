/** Returns the finite ones of the values, in their order. */
export function finiteValues(values: Float64Array): Float64Array {
  const finite = new Float64Array(values.length);
  let count = 0;
  for (let i = 0; i < values.length; i++) if (Number.isFinite(values[i])) finite[count++] = values[i];
  return finite.subarray(0, count);
}
