/** Columns that a template needs and that are not there, so that it cannot be applied. */
export function missingColumns(needed: readonly string[], columns: readonly { name: string }[]): string[] {
  const there = new Set(columns.map(({ name }) => name));
  return needed.filter((name) => !there.has(name));
}
