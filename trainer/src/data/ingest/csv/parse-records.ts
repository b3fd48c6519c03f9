/** Delimiter and quote of a text file. */
interface Quoting {
  delimiter: string;
  quote: string;
}

/**
 * Parses the first records of a text to detect its dialect; DuckDB reads whole files. A record cut off by the end of the text is
 * left out, unless `complete` says that the text ends with the file.
 */
export function parseFirstRecords(text: string, { delimiter, quote }: Quoting, limits: { records: number; complete: boolean }): string[][] {
  const records: string[][] = [];
  let position = 0;
  while (position < text.length && records.length < limits.records) {
    const record: string[] = [];
    let end = position;
    let closed = false;
    while (!closed) {
      const field = readField(text, end, { delimiter, quote });
      record.push(field.value);
      end = field.end;
      if (end >= text.length) break;
      closed = text[end] !== delimiter;
      end += text[end] === "\r" && text[end + 1] === "\n" ? 2 : 1;
    }
    if (!closed && !limits.complete) break;
    position = end;
    if (record.length > 1 || record[0] !== "") records.push(record);
  }
  return records;
}

/**
 * Reads a value up to a delimiter, a line end or the end of the text, and returns it with its end. If other text follows a
 * closing quote, the quotes are part of the value.
 */
function readField(text: string, start: number, quoting: Quoting): { value: string; end: number } {
  const quoted = readQuoted(text, start, quoting);
  if (quoted) return quoted;
  let end = start;
  while (!endsValue(text, end, quoting)) end++;
  return { value: text.slice(start, end), end };
}

function readQuoted(text: string, start: number, quoting: Quoting): { value: string; end: number } | undefined {
  const { quote, delimiter } = quoting;
  const isPadding = (at: number) => text[at] === " " && delimiter !== " ";
  let at = start;
  while (isPadding(at)) at++;
  if (text[at] !== quote) return undefined;
  let value = "";
  for (at++; at < text.length; at++) {
    if (text[at] !== quote) value += text[at];
    else if (text[at + 1] === quote) value += text[++at];
    else break;
  }
  at++;
  while (isPadding(at)) at++;
  return endsValue(text, at, quoting) ? { value, end: Math.min(at, text.length) } : undefined;
}

function endsValue(text: string, at: number, { delimiter }: Quoting): boolean {
  return at >= text.length || text[at] === delimiter || text[at] === "\n" || text[at] === "\r";
}
