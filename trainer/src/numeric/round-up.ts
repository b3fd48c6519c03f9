/** Returns the least multiple of `multiple` that is not below `count`. */
export function roundUp(count: number, multiple: number): number {
  return Math.ceil(count / multiple) * multiple;
}
