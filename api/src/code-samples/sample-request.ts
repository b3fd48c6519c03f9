/** Request that the code samples show: one row, sent to the open API of a model or of an edit history, or the next periods. */
export interface SampleRequest {
  url: string;
  token: string;
  /** Name of the token's field in the request. */
  field: "api_token" | "token";
  /** Column names and values in the model's order. A list, because a column may have any name, even `__proto__`. */
  row: [name: string, value: number | string][];
  /** Number of next periods that a model of forecasters is asked for, without a row. */
  periods?: number | undefined;
}

/** Control, separator, direction and byte order marks. Some languages refuse them in source code, and they are invisible. */
const INVISIBLE_CHARACTERS = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Returns a string literal that is valid in JSON, Python, Go, JavaScript, Java and R, which share its escapes. */
export function quoteString(text: string): string {
  return JSON.stringify(text).replace(INVISIBLE_CHARACTERS, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function literal(value: number | string): string {
  return typeof value === "number" ? String(value) : quoteString(value);
}

/** Returns the row's columns as lines of `"name": value,`. The last line has a comma only on request. */
export function rowLines(call: SampleRequest, indent: string, { separator = ":", lastComma = false } = {}): string {
  const space = separator === ":" ? "" : " ";
  const lines = call.row.map(([name, value]) => `${indent}${quoteString(name)}${space}${separator} ${literal(value)}`);
  return lines.join(",\n") + (lastComma ? "," : "");
}

/** Returns the code of the rows: that of the one row, or `none` where the next periods are asked for. */
export const rowsOr = (none: string, call: SampleRequest, oneRow: string): string => (call.periods === undefined ? oneRow : none);

/** Returns the request's field for the number of next periods, and what follows it, or nothing. `key` ends with its separator. */
export const periodsField = (call: SampleRequest, key: string): string => (call.periods === undefined ? "" : `${key} ${call.periods}, `);

/** Returns the request's body for languages that write JSON as text. */
export function jsonBody(call: SampleRequest): string {
  return `{
  ${quoteString(call.field)}: ${quoteString(call.token)},
  ${periodsField(call, '"periods":')}"data": ${rowsOr("[]", call, `[\n    {\n${rowLines(call, "      ")}\n    }\n  ]`)}
}`;
}
