/** What an example in any language shows: one row sent to the open API of a model or of an extraction. */
export interface SampleRequest {
  url: string;
  token: string;
  /** What the token is called in the request. */
  field: "api_token" | "token";
  /** Column names and values in the model's order; a list, because a column may have any name, `__proto__` too. */
  row: [name: string, value: number | string][];
}

/** Control, separator, direction and byte order marks: some languages refuse them in source code, and people cannot see them. */
const INVISIBLE_CHARACTERS = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A string literal of JSON, Python, Go, JavaScript, Java and R alike: their escapes have these in common. */
export function quoteString(text: string): string {
  return JSON.stringify(text).replace(INVISIBLE_CHARACTERS, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

export function literal(value: number | string): string {
  return typeof value === "number" ? String(value) : quoteString(value);
}

/** The row's columns as lines of `"name": value,`, without a comma after the last one unless asked. */
export function rowLines(call: SampleRequest, indent: string, { separator = ":", lastComma = false } = {}): string {
  const space = separator === ":" ? "" : " ";
  const lines = call.row.map(([name, value]) => `${indent}${quoteString(name)}${space}${separator} ${literal(value)}`);
  return lines.join(",\n") + (lastComma ? "," : "");
}

/** The body of the request, for languages in which JSON is written as text. */
export function jsonBody(call: SampleRequest): string {
  return `{
  ${quoteString(call.field)}: ${quoteString(call.token)},
  "data": [
    {
${rowLines(call, "      ")}
    }
  ]
}`;
}
