/** Quotes a name from a file as an SQL identifier. The name may have any characters, quotes included. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Quotes a text where SQL accepts no bound value: in settings and in the options of COPY. */
export function quoteLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
