/** Returns the columns in groups of one key each, of at most `size` columns: a statement for a group has their long expression once. */
export function groupAlike<Column>(columns: readonly Column[], keyOf: (column: Column) => string, size: number): Column[][] {
  const groups = new Map<string, Column[]>();
  for (const column of columns) {
    const key = keyOf(column);
    const alike = groups.get(key);
    if (alike) alike.push(column);
    else groups.set(key, [column]);
  }
  return [...groups.values()].flatMap((alike) =>
    Array.from({ length: Math.ceil(alike.length / size) }, (_, part) => alike.slice(part * size, (part + 1) * size)),
  );
}
