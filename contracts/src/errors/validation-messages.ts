import type { z } from "zod";

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const UNITS: Readonly<Record<string, [one: string, many: string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
  set: ["entry", "entries"],
  map: ["entry", "entries"],
  file: ["byte", "bytes"],
};

const FORMAT_MESSAGES: Readonly<Record<string, string>> = {
  datetime: "Must be a time in UTC such as 2024-05-01T08:00:00Z",
  url: "Must be an address such as https://example.org/",
  email: "Must be an e-mail address",
};

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** Returns the message for a value that violates a schema that has no message of its own for the violation. */
export const validationMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "Is missing" : `Must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return issue.input === undefined ? `Is missing: give ${formatChoices(issue.values)}` : `Must be ${formatChoices(issue.values)}`;
    case "too_big":
      return boundMessage(issue, issue.inclusive === false ? "less than" : "at most", issue.maximum);
    case "too_small":
      return boundMessage(issue, issue.inclusive === false ? "more than" : "at least", issue.minimum);
    case "not_multiple_of":
      return `Must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `There is no ${issue.keys.map((key) => JSON.stringify(key)).join(", ")} here`;
    case "invalid_format":
      return FORMAT_MESSAGES[issue.format] ?? (issue.pattern === undefined ? undefined : `Must be text of the form ${issue.pattern}`);
    case "invalid_union":
      return unionMessage(issue);
    default:
      return undefined;
  }
};

function formatChoices(values: readonly unknown[]): string {
  const [only] = values;
  return values.length === 1 ? String(only) : `one of ${values.map(String).join(", ")}`;
}

function boundMessage({ origin }: { origin?: string }, relation: string, limit: number | bigint): string {
  const units = UNITS[origin ?? ""];
  return units ? `Must have ${relation} ${limit} ${units[Number(limit) === 1 ? 0 : 1]}` : `Must be ${relation} ${limit}`;
}

/** Returns a list of everything allowed, if it is short enough. */
function unionMessage({ input, ...issue }: Extract<Issue, { code: "invalid_union" }>): string {
  if ("options" in issue && Array.isArray(issue.options) && issue.options.length > 0) return `Must be ${formatChoices(issue.options)}`;
  if (input === undefined) return "Is missing";
  const kinds = issue.errors.map(([first]) => (first && first.path.length === 0 ? first : undefined));
  const values = kinds.flatMap((kind) => (kind?.code === "invalid_value" ? kind.values : []));
  const types = kinds.flatMap((kind) => (kind?.code === "invalid_type" ? [TYPE_NAMES[kind.expected] ?? kind.expected] : []));
  const allowed = [...types, ...(values.length > 0 ? [formatChoices(values)] : [])];
  const said = kinds.every((kind) => kind?.code === "invalid_value" || kind?.code === "invalid_type");
  return said ? `Must be ${allowed.join(" or ")}` : "Has none of the forms that are allowed here";
}
