/** Tables of a schema's fields. */
import { escapeHtml } from "../../http/html.js";
import type { JsonSchema } from "../json-schema.js";

/** Larger bounds only state that there is a bound, so the table omits them. */
const MAX_SHOWN_LENGTH = 1_000_000;
const MAX_SHOWN_NUMBER = 1e12;
/** Largest depth of nested fields in a table. The example shows deeper fields. */
const MAX_DEPTH = 4;

type Properties = Record<string, JsonSchema>;

const asSchema = (value: unknown): JsonSchema => (typeof value === "object" && value !== null ? (value as JsonSchema) : {});
const asSchemas = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.map(asSchema) : []);
const alternativesOf = ({ anyOf, oneOf }: JsonSchema): JsonSchema[] => asSchemas(anyOf ?? oneOf);
const refName = ({ $ref }: JsonSchema): string | undefined => /^#\/components\/schemas\/(.+)$/.exec(String($ref))?.[1];

/** Returns one table, or one for each alternative. */
export function fieldTables(schema: JsonSchema): string {
  const name = refName(schema);
  if (name !== undefined) return `<p>${schemaLink(name)}</p>`;
  const forms = alternativesOf(schema).filter(({ properties }) => properties !== undefined);
  if (forms.length > 1) return forms.map((form) => `<p class="note">${alternativeName(form)}</p>${fieldTables(form)}`).join("");
  const rows = rowsOf(schema, "", 0);
  if (rows.length === 0) return `<p>${typeOf(schema)}</p>`;
  return table(["field", "type", "what it is"], rows);
}

/** Returns the name of an alternative from the fields that have a single value in it. */
function alternativeName({ properties }: JsonSchema): string {
  const fixed = Object.entries((properties ?? {}) as Properties).filter(([, field]) => field.const !== undefined);
  return fixed.length === 0 ? "One form:" : fixed.map(([name, field]) => escapeHtml(`With ${name} ${String(field.const)}:`)).join(" ");
}

/** Returns an HTML table. Cells and heads are HTML and are not escaped. */
export function table(heads: string[], rows: string[][]): string {
  const line = (cells: string[], tag: string): string => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  return `<div class="table"><table><thead>${line(heads, "th")}</thead><tbody>${rows.map((row) => line(row, "td")).join("")}</tbody></table></div>`;
}

function rowsOf(schema: JsonSchema, prefix: string, depth: number): string[][] {
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : [];
  return Object.entries((schema.properties ?? {}) as Properties).flatMap(([name, field]) => {
    const path = prefix + name;
    const need = required.includes(name) ? "" : ' <span class="note">optional</span>';
    return [[`<code>${escapeHtml(path)}</code>${need}`, typeOf(field), fieldDescription(field)], ...nestedRows(field, path, depth)];
  });
}

/** Returns the rows of an object's fields, and of the fields of a list's objects. */
function nestedRows(field: JsonSchema, path: string, depth: number): string[][] {
  if (depth >= MAX_DEPTH) return [];
  if (field.properties) return rowsOf(field, `${path}.`, depth + 1);
  const items = asSchema(field.items);
  return items.properties ? rowsOf(items, `${path}[].`, depth + 1) : [];
}

/** Returns the type as HTML. */
export function typeOf(schema: JsonSchema): string {
  const name = refName(schema);
  if (name !== undefined) return schemaLink(name);
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(", ");
  const choices = alternativesOf(schema);
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(" or ");
  const types = [schema.type].flat().map(String);
  return types.map((type) => typeName(type, schema)).join(" or ");
}

function typeName(type: string, schema: JsonSchema): string {
  if (type === "array") return `list of ${typeOf(asSchema(schema.items))}`;
  if (type === "object") return schema.properties ? "object" : "object by name";
  if (type === "string" && schema.format === "date-time") return "time";
  if (type === "string" && schema.format === "binary") return "file";
  const names: Record<string, string> = { string: "text", integer: "whole number", boolean: "true or false", undefined: "anything" };
  return names[type] ?? type;
}

const schemaLink = (name: string): string => `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;

/** Returns description, bounds and default as HTML. */
export function fieldDescription(schema: JsonSchema): string {
  const { description, default: preset } = schema;
  const descriptions = description === undefined ? [] : [escapeHtml(String(description))];
  const defaults = preset === undefined ? [] : [`<code>${escapeHtml(JSON.stringify(preset))}</code> when left out.`];
  return [...descriptions, ...boundTexts(schema).map((text) => `${escapeHtml(text)}.`), ...defaults].join(" ");
}

function boundTexts({ minimum, maximum, minLength, maxLength, minItems, maxItems }: JsonSchema): string[] {
  return [
    rangeText(minimum, maximum, MAX_SHOWN_NUMBER, ""),
    rangeText(Number(minLength) > 1 ? minLength : undefined, maxLength, MAX_SHOWN_LENGTH, " characters"),
    rangeText(minItems, maxItems, MAX_SHOWN_LENGTH, " entries"),
  ].filter((text) => text !== "");
}

function rangeText(least: unknown, most: unknown, far: number, unit: string): string {
  const [from, to] = [least, most].map((bound) => (typeof bound === "number" && Math.abs(bound) < far ? bound : undefined));
  if (from !== undefined && to !== undefined) return `${from} to ${to}${unit}`;
  if (from !== undefined) return `At least ${from}${unit}`;
  return to === undefined ? "" : `At most ${to}${unit}`;
}
