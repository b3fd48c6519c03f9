/** Gives schemathesis existing names: as examples in the document, and as values that it draws now and then. */
import type { OpenApiDocument } from "@agatha/api/api-docs/document";
import type { ApiFixtures } from "./fixtures.js";
import { BODY_FIELD_FIXTURES, fixtureNameOf } from "./parameter-fixtures.js";

type Json = Record<string, unknown>;

/** Probability that a value is drawn from the fixtures rather than generated. */
const DICTIONARY_PROBABILITY = 0.9;

function eachOperation<T>(
  { paths }: OpenApiDocument,
  of: (operation: OpenApiDocument["paths"][string][string], call: { path: string; method: string }) => T,
): T[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => of(operation, { path, method })),
  );
}

/** Returns the document with examples that name existing objects. */
export function withRealExamples(document: OpenApiDocument, has: ApiFixtures): OpenApiDocument {
  const changed = structuredClone(document);
  eachOperation(changed, (operation, call) => {
    for (const parameter of operation.parameters) {
      const named = fixtureNameOf(call, String(parameter.name));
      if (named) parameter.example = has[named]?.[0];
    }
    const content = (operation.requestBody?.content ?? {}) as Record<string, Json>;
    for (const body of Object.values(content)) if (body.example) body.example = withRealExample(body.example, has);
  });
  return changed;
}

function withRealExample(example: unknown, has: ApiFixtures): unknown {
  if (Array.isArray(example)) return example.map((each) => withRealExample(each, has));
  if (typeof example !== "object" || example === null) return example;
  return Object.fromEntries(
    Object.entries(example).map(([key, value]) => {
      const [real] = has[BODY_FIELD_FIXTURES[key] ?? ""] ?? [];
      if (real === undefined) return [key, withRealExample(value, has)];
      return [key, Array.isArray(value) ? [real] : real];
    }),
  );
}

/** Returns additions to schemathesis's configuration (TOML, whose strings are written as JSON strings). */
export function dictionaryConfiguration(document: OpenApiDocument, has: ApiFixtures): string {
  const text = JSON.stringify;
  const nameOf = (kind: string): string => kind.replaceAll(" ", "-");
  const drawn = (kind: string): string => `{ dictionary = ${text(nameOf(kind))}, probability = ${DICTIONARY_PROBABILITY} }`;
  const lines = Object.entries(has).map(([kind, values]) => `[dictionaries.${nameOf(kind)}]\nvalues = ${text(values)}\n`);
  const fields = Object.entries(BODY_FIELD_FIXTURES).flatMap(([field, kind]) =>
    field === "model_id_list" ? [`"body.${field}[*]" = ${drawn(kind)}`] : [`"body.${field}" = ${drawn(kind)}`],
  );
  const inLists = ["model_id", "dataset_id"].map(
    (field) => `"body.api_update_list[*].${field}" = ${drawn(BODY_FIELD_FIXTURES[field] ?? "")}`,
  );
  lines.push(["[parameters]", ...fields, ...inLists, ""].join("\n"));
  eachOperation(document, ({ operationId, parameters }, call) => {
    const named = parameters.flatMap(({ in: place, name }) => {
      const kind = fixtureNameOf(call, String(name));
      return kind ? [`${text(`${place}.${name}`)} = ${drawn(kind)}`] : [];
    });
    if (named.length > 0)
      lines.push(`[[operations]]\ninclude-operation-id = ${text(operationId)}\n[operations.parameters]\n${named.join("\n")}\n`);
  });
  return lines.join("\n");
}
