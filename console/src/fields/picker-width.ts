/** Width in pixels of a picker of column names, by the longest name, so that few are cut (specification, section 9). */
export function columnPickerWidth(names: readonly string[]): number {
  const longest = Math.max(0, ...names.map((name) => name.length));
  if (longest <= 20) return 320;
  return longest < 45 ? 10 * longest + 100 : 550;
}
