/** A name from a file as an SQL identifier: any characters, quotes included. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** For the few places where SQL takes no bound value: settings, and the options of COPY. */
export function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
