/** List query of the simple-rest dialect (ra-data-simple-rest's README), applied to records in memory, because an owner has few. */
import { ERRORS, InvalidInput, validate } from "@agatha/contracts";
import { FILTER_TEXT_LENGTH } from "@agatha/contracts/kinds/limits";
import { listQuery } from "@agatha/contracts/wire";
import { z } from "zod";
import { type JsonSchema, toJsonSchema } from "../api-docs/json-schema.js";

const MAX_FIELD_LENGTH = 100;
const index = z.int().min(0).max(1_000_000_000);
/** An address has room for about 16 KB (Node's limit on a request's head). */
const scalar = z.union([z.string().max(FILTER_TEXT_LENGTH), z.number(), z.boolean(), z.null()]);

const fieldName = z.string().max(MAX_FIELD_LENGTH);
const sortParameter = z.tuple([fieldName, z.enum(["ASC", "DESC"])]);
const rangeParameter = z.tuple([index, index]);
const filterParameter = z.record(fieldName, z.union([scalar, z.array(scalar).max(200)]));

const textPattern = (maxLength: number): string => String.raw`"[^"\\\u0000-\u001f]{0,${maxLength}}"`;
const SCALAR_PATTERN = String.raw`(${textPattern(FILTER_TEXT_LENGTH)}|-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,9})?|true|false|null)`;
const MEMBER_PATTERN = String.raw`${textPattern(MAX_FIELD_LENGTH)}:(${SCALAR_PATTERN}|\[(${SCALAR_PATTERN}(,${SCALAR_PATTERN})*)?\])`;

/**
 * The query for the OpenAPI document: texts whose JSON a pattern and the schema of the content describe. Generators of clients would not
 * write a parameter with a content type as JSON.
 */
export const listQueryWithSchemas = z.object({
  sort: listQuery.shape.sort.meta({
    pattern: String.raw`^\[${textPattern(MAX_FIELD_LENGTH)},"(ASC|DESC)"\]$`,
    description: 'JSON: a field and the order, such as `["name","ASC"]`.',
    ...jsonContent(sortParameter),
  }),
  range: listQuery.shape.range.meta({
    pattern: String.raw`^\[(0|[1-9][0-9]{0,8}),(0|[1-9][0-9]{0,8})\]$`,
    description: "JSON: the first and the last, from 0, such as `[0,9]`.",
    ...jsonContent(rangeParameter),
  }),
  filter: listQuery.shape.filter.meta({
    pattern: `^\\{(${MEMBER_PATTERN}(,${MEMBER_PATTERN})*)?\\}$`,
    description: "JSON: a value, or a list of which one must match, by field; `q` searches the name and the title.",
    ...jsonContent(filterParameter),
  }),
});

function jsonContent(schema: z.ZodType): JsonSchema {
  return { contentMediaType: "application/json", contentSchema: toJsonSchema(schema) };
}

interface ListQuery {
  sort?: z.output<typeof sortParameter>;
  range?: z.output<typeof rangeParameter>;
  filter: z.output<typeof filterParameter>;
}

/** Parses the query. Throws InvalidInput for text that is not JSON or not of the right shape. */
export function parseListQuery(query: { sort?: string; range?: string; filter?: string }): ListQuery {
  return {
    sort: parseParameter(sortParameter, "sort", query.sort),
    range: parseParameter(rangeParameter, "range", query.range),
    filter: parseParameter(filterParameter, "filter", query.filter) ?? {},
  };
}

function parseParameter<S extends z.ZodType>(schema: S, name: string, text: string | undefined): z.output<S> | undefined {
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidInput(ERRORS.badRequest, { path: name, message: "Must be JSON" });
  }
  return validate(schema, value, name);
}

export interface Page<T> {
  items: T[];
  total: number;
  /** Index of the first item. */
  first: number;
}

/**
 * Returns the page of the records that pass the filter, in the order of `sort`. `range` are the indices of its first and last
 * record, from 0.
 */
export function paginate<T extends object>(records: T[], { sort, range, filter }: ListQuery): Page<T> {
  const found = records.filter((record) => matches(record, filter));
  if (sort) found.sort(compareBy(...sort));
  const [first, last] = range ?? [0, found.length - 1];
  return { items: found.slice(first, last + 1), total: found.length, first };
}

function field(record: object, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name as keyof typeof record] : undefined;
}

function matches(record: object, filter: ListQuery["filter"]): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    if (name === "q") return typeof wanted !== "string" || matchesSearch(record, wanted);
    const value = field(record, name);
    return Array.isArray(wanted) ? wanted.some((each) => each === value) : wanted === value;
  });
}

function matchesSearch(record: object, words: string): boolean {
  const names = ["name", "title", "username"].map((name) => field(record, name) ?? "");
  const text = names.join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const collator = new Intl.Collator("en", { numeric: true });

/** Returns a comparison in which missing values come last in both orders. */
function compareBy(name: string, order: "ASC" | "DESC"): (a: object, b: object) => number {
  const sign = order === "ASC" ? 1 : -1;
  return (recordA, recordB) => {
    const [a, b] = [field(recordA, name), field(recordB, name)];
    const [noA, noB] = [a === null || a === undefined, b === null || b === undefined];
    if (noA || noB) return Number(noA) - Number(noB);
    if (typeof a === "number" && typeof b === "number") return sign * (a - b);
    return sign * collator.compare(String(a), String(b));
  };
}
