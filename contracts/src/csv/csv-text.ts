/** Reads the cells of short text files where no server does: in the browser and in the command line. Pure. */
import { unguardFormulas } from "./formula-guard.js";

const DELIMITERS = [",", ";", "\t", "|"] as const;

/** A field between quotes, with the character before it. The field may have line breaks. */
const QUOTED_FIELD = /(^|[,;\t|\r\n])"[^"]*(?:""[^"]*)*"/g;

/** Returns the most frequent delimiter of the first line outside quotes. */
export function detectDelimiter(text: string): string {
  const bare = /^[^\r\n]*/.exec(text.replaceAll(QUOTED_FIELD, "$1"))?.[0] ?? "";
  const count = (delimiter: string) => bare.split(delimiter).length;
  return [...DELIMITERS].sort((a, b) => count(b) - count(a))[0] ?? ",";
}

interface CsvLine {
  /** Line of the file at which the row begins, from 1. */
  line: number;
  fields: string[];
}

/** Returns the fields of each line (RFC 4180), without the guards of our own downloads against formulas. Empty lines are skipped. */
export function parseCsvLines(text: string, delimiter: string): CsvLine[] {
  const rows: CsvLine[] = [];
  let fields: string[] = [];
  let field = "";
  let quoted = false;
  let line = 1;
  let begin = 1;
  const endField = () => {
    fields.push(unguardFormulas(field));
    field = "";
  };
  const endRow = () => {
    endField();
    if (fields.length > 1 || fields[0] !== "") rows.push({ line: begin, fields });
    fields = [];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    const endsLine = sign === "\n" || (sign === "\r" && text[at + 1] !== "\n");
    if (endsLine) line += 1;
    if (quoted && sign === '"' && text[at + 1] === '"') {
      field += '"';
      at += 1;
    } else if (quoted) {
      if (sign === '"') quoted = false;
      else field += sign;
    } else if (sign === '"' && field === "") quoted = true;
    else if (sign === delimiter) endField();
    else if (endsLine) {
      endRow();
      begin = line;
    } else if (sign !== "\r") field += sign;
  }
  endRow();
  return rows;
}

/** Returns the fields of each line that is not empty. */
export const parseCsv = (text: string, delimiter: string): string[][] => parseCsvLines(text, delimiter).map(({ fields }) => fields);
