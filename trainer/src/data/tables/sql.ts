/** A name from a file as an SQL identifier: any characters, quotes included. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** For the few places where SQL takes no bound value: settings, and the options of COPY. */
export function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
