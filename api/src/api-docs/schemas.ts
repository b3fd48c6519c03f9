import { isDeepStrictEqual } from "node:util";
import * as wire from "@agatha/contracts/wire";
import { z } from "zod";
import { type Bounds, withBounds } from "./bounds.js";
import type { JsonSchema } from "./json-schema.js";

/** Schemas of the wire contracts by the name that they have in the document: `datasetAnswer` is DatasetAnswer. */
const SCHEMA_NAMES = new Map<unknown, string>(
  Object.entries(wire)
    .filter(([, value]) => value instanceof z.ZodObject)
    .map(([name, value]) => [value, name.charAt(0).toUpperCase() + name.slice(1)]),
);

/** What schemas say about themselves, and the names above, by which zod sets schemas apart from where they are used. */
class NamedSchemas extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get(schema: z.core.$ZodType): Record<string, unknown> | undefined {
    const own = z.globalRegistry.get(schema);
    const id = SCHEMA_NAMES.get(schema);
    return own || id ? { ...own, ...(id ? { id } : {}) } : undefined;
  }
}

/** Collects the schemas that are used by name. */
export class Components {
  private readonly namedSchemas = new Map<string, JsonSchema>();
  private readonly namedExamples = new Map<string, unknown>();

  /** The JSON Schema of what is sent (input) or answered (output), with references to the named schemas. */
  schemaOf(schema: z.ZodType, io: "input" | "output", bounds: Bounds): JsonSchema {
    const raw = z.toJSONSchema(schema, { io, metadata: new NamedSchemas(), unrepresentable: "any" });
    const { $schema: _, $defs = {}, ...json } = withBounds(raw, bounds) as JsonSchema;
    const names = new Map(
      Object.entries($defs as JsonSchema).map(([name, definition]) => [name, this.addSchema(name, definition as JsonSchema)]),
    );
    return rewriteRefs(json, names) as JsonSchema;
  }

  /** The same of a schema whose fields are described one by one, so that a reference to all of them is of no use. */
  fieldsOf(schema: z.ZodType, io: "input" | "output", bounds: Bounds): JsonSchema {
    const json = this.schemaOf(schema, io, bounds);
    const [, name = ""] = /^#\/components\/schemas\/(.+)$/.exec(String(json.$ref)) ?? [];
    return this.namedSchemas.get(name) ?? json;
  }

  /** What is sent can differ from what is answered: fields with defaults may be left out. */
  private addSchema(name: string, { id: _, ...definition }: JsonSchema): string {
    const present = this.namedSchemas.get(name);
    const free = present === undefined || isDeepStrictEqual(present, definition) ? name : `${name}Sent`;
    this.namedSchemas.set(free, definition);
    return free;
  }

  /** Keeps an example of what is answered by a name, and returns the reference to it. */
  addExample(name: string, value: unknown): JsonSchema {
    this.namedExamples.set(name, value);
    return { $ref: `#/components/examples/${name}` };
  }

  /** In order of name. */
  examples(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.namedExamples].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, { value }]));
  }

  /** In order of name. */
  schemas(): Record<string, JsonSchema> {
    const names = new Map([...this.namedSchemas.keys()].map((name) => [name, name]));
    return Object.fromEntries(
      [...this.namedSchemas].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, json]) => [name, rewriteRefs(json, names) as JsonSchema]),
    );
  }
}

/** Lets references lead to the document's components. */
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
