import { parseFirstRecords } from "./parse-records.js";

/** Delimiter, quote and escape character of a text file. */
export interface Dialect {
  delimiter: string;
  quote: string;
  /** Character before a quote inside quotes; equal to the quote if quotes are doubled. */
  escape: string;
}

/** Delimiters by priority: the earlier one wins when a file can be read equally well with several. */
const DELIMITERS = ["\t", ";", "|", ",", "^", "~", ":"];
/** Delimiters that also occur inside ordinary values. They count only if every record agrees. */
const UNUSUAL_DELIMITERS = new Set(["^", "~", ":"]);
const SNIFFED_RECORDS = 200;
/** Fewest records, and least share of numbers below the header, from which spaces delimit values rather than words. */
const SPACED = { records: 3, numbers: 0.5 };

/** Beginning of a text in UTF-8. */
export interface TextHead {
  head: string;
  /** Whether `head` is the whole text. */
  complete: boolean;
}

/**
 * Detects delimiter and quote from the head of a text. The detected delimiter gives the largest share of records as many values as
 * the header. A text in which no delimiter does so has one column.
 */
export function detectDialect({ head, complete }: TextHead, requestedDelimiter?: string): Dialect {
  const candidates = requestedDelimiter ? [requestedDelimiter] : DELIMITERS;
  let best = { delimiter: requestedDelimiter ?? ",", quote: '"', agreement: 0 };
  for (const delimiter of candidates) {
    const quote = usesApostropheQuotes(head, delimiter) ? "'" : '"';
    const agreement = headerAgreement(parseFirstRecords(head, { delimiter, quote }, { records: SNIFFED_RECORDS, complete }));
    if (UNUSUAL_DELIMITERS.has(delimiter) && agreement < 1) continue;
    if (agreement > best.agreement || requestedDelimiter) best = { delimiter, quote, agreement };
  }
  if (best.agreement === 0 && !requestedDelimiter && isSpaced({ head, complete })) best.delimiter = " ";
  const { delimiter, quote } = best;
  const backslashed = new RegExp(`\\\\${quote}[^${quote}\r\n\\${delimiter}]`).test(head);
  return { delimiter, quote, escape: backslashed ? "\\" : quote };
}

/** Returns true for numbers between single spaces under as many names. Texts of several words are one column. */
function isSpaced({ head, complete }: TextHead): boolean {
  const records = parseFirstRecords(head, { delimiter: " ", quote: '"' }, { records: SNIFFED_RECORDS, complete });
  if (records.length < SPACED.records || headerAgreement(records) < 1 || records.some((record) => record.includes(""))) return false;
  const values = records.slice(1).flat();
  const numbers = values.filter((value) => Number.isFinite(Number(value))).length;
  return numbers >= SPACED.numbers * values.length;
}

function headerAgreement(records: string[][]): number {
  const width = records[0]?.length ?? 0;
  if (width < 2) return 0;
  return records.filter((record) => record.length === width).length / records.length;
}

/**
 * Returns true if apostrophes are quotes: nearly all of them open or close a value, as many open as close, and no value
 * begins with a double quote.
 */
function usesApostropheQuotes(head: string, delimiter: string): boolean {
  const border = (index: number) =>
    index < 0 || index >= head.length || head[index] === delimiter || head[index] === "\n" || head[index] === "\r";
  let all = 0;
  let opening = 0;
  let closing = 0;
  for (let at = head.indexOf("'"); at !== -1; at = head.indexOf("'", at + 1)) {
    all++;
    if (border(at - 1)) opening++;
    else if (border(at + 1)) closing++;
  }
  if (opening === 0 || opening !== closing || opening + closing < 0.8 * all) return false;
  for (let at = head.indexOf('"'); at !== -1; at = head.indexOf('"', at + 1)) if (border(at - 1)) return false;
  return true;
}
