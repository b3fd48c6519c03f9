/** Lets schemathesis name what there is: as examples in the document, and as values that it draws now and then. */
import type { OpenApiDocument } from "@agatha/api/openapi/document";
import type { Belongings } from "./belongings.js";
import { IN_BODY, namedBy } from "./named.js";

type Json = Record<string, unknown>;

/** How often a value is drawn from what there is; else it is made up. */
const OFTEN = 0.9;

interface Parameter {
  in: string;
  name: string;
}

function eachOperation<T>(
  { paths }: OpenApiDocument,
  of: (operation: OpenApiDocument["paths"][string][string], call: { path: string; method: string }) => T,
): T[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => of(operation, { path, method })),
  );
}

/** The document whose examples are of what there is. */
export function withRealExamples(document: OpenApiDocument, has: Belongings): OpenApiDocument {
  const changed = structuredClone(document);
  eachOperation(changed, (operation, call) => {
    for (const parameter of operation.parameters) {
      const named = namedBy(call, String(parameter.name));
      if (named) parameter.example = has[named]?.[0];
    }
    const content = (operation.requestBody?.content ?? {}) as Record<string, Json>;
    for (const body of Object.values(content)) if (body.example) body.example = withReal(body.example, has);
  });
  return changed;
}

function withReal(example: unknown, has: Belongings): unknown {
  if (Array.isArray(example)) return example.map((each) => withReal(each, has));
  if (typeof example !== "object" || example === null) return example;
  return Object.fromEntries(
    Object.entries(example).map(([key, value]) => {
      const [real] = has[IN_BODY[key] ?? ""] ?? [];
      if (real === undefined) return [key, withReal(value, has)];
      return [key, Array.isArray(value) ? [real] : real];
    }),
  );
}

/** What is added to schemathesis's configuration (TOML, whose texts are written as JSON's). */
export function dictionariesOf(document: OpenApiDocument, has: Belongings): string {
  const text = JSON.stringify;
  const nameOf = (kind: string): string => kind.replaceAll(" ", "-");
  const drawn = (kind: string): string => `{ dictionary = ${text(nameOf(kind))}, probability = ${OFTEN} }`;
  const lines = Object.entries(has).map(([kind, values]) => `[dictionaries.${nameOf(kind)}]\nvalues = ${text(values)}\n`);
  const fields = Object.entries(IN_BODY).flatMap(([field, kind]) =>
    field === "model_id_list" ? [`"body.${field}[*]" = ${drawn(kind)}`] : [`"body.${field}" = ${drawn(kind)}`],
  );
  const inLists = ["model_id", "dataset_id"].map((field) => `"body.api_update_list[*].${field}" = ${drawn(IN_BODY[field] ?? "")}`);
  lines.push(["[parameters]", ...fields, ...inLists, ""].join("\n"));
  eachOperation(document, ({ operationId, parameters }, call) => {
    const named = (parameters as unknown as Parameter[]).flatMap(({ in: place, name }) => {
      const kind = namedBy(call, name);
      return kind ? [`${text(`${place}.${name}`)} = ${drawn(kind)}`] : [];
    });
    if (named.length > 0)
      lines.push(`[[operations]]\ninclude-operation-id = ${text(operationId)}\n[operations.parameters]\n${named.join("\n")}\n`);
  });
  return lines.join("\n");
}
