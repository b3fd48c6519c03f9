import { firstRecords } from "./records.js";

/** How a text file sets its values apart. */
export interface Dialect {
  delimiter: string;
  quote: string;
  /** Stands before a quote inside quotes; the quote itself when it is doubled. */
  escape: string;
}

/** Earlier ones win when a file can be read equally well with several. */
const DELIMITERS = ["\t", ";", "|", ",", "^", "~", ":"];
/** These also stand inside ordinary values: only if every record agrees. */
const UNUSUAL = new Set(["^", "~", ":"]);
const RECORDS = 200;

/**
 * Finds delimiter and quote from the first part of a file, `complete` if that is all of it. The delimiter is the one with
 * which the largest share of the records has as many values as the header; a file in which none does that has one column.
 */
export function detectDialect(head: string, complete: boolean, asked?: string): Dialect {
  const candidates = asked ? [asked] : DELIMITERS;
  let best = { delimiter: asked ?? ",", agreement: 0 };
  for (const delimiter of candidates) {
    const agreement = headerAgreement(firstRecords(head, { delimiter, quote: '"' }, { records: RECORDS, complete }));
    if (UNUSUAL.has(delimiter) && agreement < 1) continue;
    if (agreement > best.agreement) best = { delimiter, agreement };
  }
  const quote = detectQuote(head, best.delimiter, complete);
  const backslashed = new RegExp(`\\\\${quote}[^${quote}\r\n\\${best.delimiter}]`).test(head);
  return { delimiter: best.delimiter, quote, escape: backslashed ? "\\" : quote };
}

function headerAgreement(records: string[][]): number {
  const width = records[0]?.length ?? 0;
  if (width < 2) return 0;
  return records.filter((record) => record.length === width).length / records.length;
}

/** The apostrophe only where most values in the first records that are no numbers stand between two of them. */
function detectQuote(head: string, delimiter: string, complete: boolean): string {
  const values = firstRecords(head, { delimiter, quote: '"' }, { records: RECORDS, complete }).flat();
  const texts = values.filter((value) => value !== "" && !/^[\d\s.,+-]*$/.test(value));
  const between = texts.filter((value) => value.length >= 2 && value.startsWith("'") && value.endsWith("'"));
  return between.length > texts.length / 2 ? "'" : '"';
}
