/** Returns a count with what it counts, in English: "1 row", "2 rows". */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns a count of a whole with its verb, in English: "1 of 20 rows has", "3 of 20 rows have". */
export function pluralizeShare(count: number, all: number, noun: string, [one, many]: readonly [string, string]): string {
  return `${count} of ${pluralize(all, noun)} ${count === 1 ? one : many}`;
}
