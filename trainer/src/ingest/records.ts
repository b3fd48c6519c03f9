/** How the values of a text file are set apart. */
export interface Quoting {
  delimiter: string;
  quote: string;
}

/**
 * The first records of a text, for a look at its shape; whole files are read by DuckDB. A record that the end of the text
 * cuts off is left out unless `complete` says that the text ends with the file.
 */
export function firstRecords(text: string, { delimiter, quote }: Quoting, limits: { records: number; complete: boolean }): string[][] {
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

/** A value and where it ends: at a delimiter, a line end or the end of the text. */
function readField(text: string, start: number, { delimiter, quote }: Quoting): { value: string; end: number } {
  const isEnd = (index: number) => index >= text.length || text[index] === delimiter || text[index] === "\n" || text[index] === "\r";
  let end = start;
  while (text[end] === " " && delimiter !== " ") end++;
  if (text[end] !== quote) {
    end = start;
    while (!isEnd(end)) end++;
    return { value: text.slice(start, end), end };
  }
  let value = "";
  for (end++; end < text.length; end++) {
    if (text[end] !== quote) value += text[end];
    else if (text[end + 1] === quote) value += text[++end];
    else break;
  }
  end++;
  while (!isEnd(end)) end++;
  return { value, end: Math.min(end, text.length) };
}
