import { isDeepStrictEqual } from "node:util";
import * as wire from "@agatha/contracts/wire";
import { z } from "zod";
import { type Bounds, withBounds } from "./bounds.js";
import type { JsonSchema } from "./json-schema.js";

/** Schemas that the wire contracts export, by their names in the document: `datasetAnswer` is DatasetAnswer. */
const SCHEMA_NAMES = new Map<unknown, string>(
  Object.entries(wire)
    .filter(([, value]) => value instanceof z.ZodObject)
    .map(([name, value]) => [value, name.charAt(0).toUpperCase() + name.slice(1)]),
);

/** Registry of the schemas' own metadata and of the names above. By these, zod extracts schemas from their places of use. */
class NamedSchemas extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get(schema: z.core.$ZodType): Record<string, unknown> | undefined {
    const own = z.globalRegistry.get(schema);
    const id = SCHEMA_NAMES.get(schema);
    return own || id ? { ...own, ...(id ? { id } : {}) } : undefined;
  }
}

/** Collects the schemas that are referenced by name. */
export class Components {
  private readonly namedSchemas = new Map<string, JsonSchema>();
  private readonly namedExamples = new Map<string, unknown>();

  /** Returns the JSON Schema of a request (input) or an answer (output), with references to the named schemas. */
  schemaOf(schema: z.ZodType, io: "input" | "output", bounds: Bounds): JsonSchema {
    const raw = z.toJSONSchema(schema, { io, metadata: new NamedSchemas(), unrepresentable: "any" });
    const { $schema: _, $defs = {}, ...json } = withBounds(raw, bounds) as JsonSchema;
    const names = new Map(
      Object.entries($defs as JsonSchema).map(([name, definition]) => [name, this.addSchema(name, definition as JsonSchema)]),
    );
    return rewriteRefs(json, names) as JsonSchema;
  }

  /** Returns the same for a schema whose fields are described one by one: nothing refers to the whole, so it has no name. */
  fieldsOf(schema: z.ZodType, io: "input" | "output", bounds: Bounds): JsonSchema {
    return this.schemaOf(schema instanceof z.ZodObject ? z.object(schema.shape) : schema, io, bounds);
  }

  /** Adds a schema. A request's schema can differ from an answer's: fields with defaults are optional. */
  private addSchema(name: string, { id: _, ...definition }: JsonSchema): string {
    const present = this.namedSchemas.get(name);
    const free = present === undefined || isDeepStrictEqual(present, definition) ? name : `${name}Sent`;
    this.namedSchemas.set(free, definition);
    return free;
  }

  /** Stores an example answer under a name and returns the reference to it. */
  addExample(name: string, value: unknown): JsonSchema {
    this.namedExamples.set(name, value);
    return { $ref: `#/components/examples/${name}` };
  }

  /** Sorted by name. */
  examples(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.namedExamples].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, { value }]));
  }

  /** Sorted by name. */
  schemas(): Record<string, JsonSchema> {
    const names = new Map([...this.namedSchemas.keys()].map((name) => [name, name]));
    return Object.fromEntries(
      [...this.namedSchemas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, json]) => [name, rewriteRefs(json, names) as JsonSchema]),
    );
  }
}

/** Rewrites references to point to the document's components. */
function rewriteRefs(json: unknown, names: Map<string, string>): unknown {
  if (Array.isArray(json)) return json.map((each) => rewriteRefs(each, names));
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      const local = key === "$ref" && typeof value === "string" ? /^#\/\$defs\/(.+)$/.exec(value)?.[1] : undefined;
      return [key, local === undefined ? rewriteRefs(value, names) : `#/components/schemas/${names.get(local) ?? local}`];
    }),
  );
}
