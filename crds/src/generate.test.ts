import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { API_VERSION, KIND_NAMES, KINDS, type KindName, resourceName } from "@agatha/contracts";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { generateDefinitions } from "./index.js";
import { type OpenApiSchema, structuralSchema } from "./structural-schema.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const DEFINITIONS = "charts/agatha/files/crds";
const kindSchema = (kind: string): OpenApiSchema =>
  parse(generateDefinitions().get(`${KINDS[kind as KindName].plural}.yaml`)!).spec.versions[0].schema.openAPIV3Schema;

/** Yields every schema within a schema, with its path. */
function* subschemas(schema: OpenApiSchema, path: string): Generator<[string, OpenApiSchema]> {
  yield [path, schema];
  for (const [name, property] of Object.entries(schema.properties ?? {})) yield* subschemas(property, `${path}.${name}`);
  if (schema.items) yield* subschemas(schema.items, `${path}[]`);
  if (schema.additionalProperties) yield* subschemas(schema.additionalProperties, `${path}.*`);
}

test.each(KIND_NAMES)("the schema of %s is structural: every part has a type, and not both properties and additionalProperties", (kind) => {
  for (const [path, schema] of subschemas(kindSchema(kind), kind)) {
    const typed = typeof schema.type === "string" || schema["x-kubernetes-preserve-unknown-fields"] === true;
    expect([path, typed]).toEqual([path, true]);
    expect([path, schema.properties !== undefined && schema.additionalProperties !== undefined]).toEqual([path, false]);
    expect([path, schema.type === "array" && schema.items === undefined]).toEqual([path, false]);
  }
});

test.each(KIND_NAMES)("the definition of %s means the same in YAML 1.1, which Kubernetes reads", (kind) => {
  const text = generateDefinitions().get(`${KINDS[kind].plural}.yaml`)!;
  expect(parse(text, { version: "1.1" })).toEqual(parse(text));
});

test.each(KIND_NAMES)("every part of a spec of %s is bounded, as CEL rule costs require", (kind) => {
  for (const [path, schema] of subschemas(kindSchema(kind).properties!.spec!, `${kind}.spec`)) {
    const bounded =
      (schema.type !== "string" || schema.enum !== undefined || schema.maxLength !== undefined) &&
      (schema.type !== "array" || schema.maxItems !== undefined) &&
      (schema.additionalProperties === undefined || schema.maxProperties !== undefined);
    expect([path, bounded]).toEqual([path, true]);
  }
});

test.each(KIND_NAMES)("the schema contains the fields of kubectl's columns of %s", (kind) => {
  for (const { jsonPath } of KINDS[kind].columns) {
    if (jsonPath.startsWith(".metadata.")) continue;
    let schema: OpenApiSchema | undefined = kindSchema(kind);
    for (const step of jsonPath
      .slice(1)
      .replace(/\[\?\(@\.type=="\w+"\)\]/, ".[]")
      .split(".")) {
      schema = step === "[]" ? schema?.items : schema?.properties?.[step];
    }
    expect([jsonPath, schema !== undefined]).toEqual([jsonPath, true]);
  }
});

test("a rule beyond the schema becomes a CEL rule with its message", () => {
  expect(kindSchema("Model").properties!.spec!["x-kubernetes-validations"]).toContainEqual({
    rule: "!(self.type in ['REGRESSION', 'CLASSIFICATION']) || has(self.response)",
    message: "REGRESSION and CLASSIFICATION need a response",
    fieldPath: ".response",
  });
});

test("defaults, bounds and enums are those of the contracts", () => {
  const { seed, type, resources } = kindSchema("Model").properties!.spec!.properties!;
  expect(seed).toMatchObject({ type: "integer", default: 1, minimum: 0, maximum: 4294967295 });
  expect(type).toMatchObject({ enum: ["REGRESSION", "CLASSIFICATION", "OCC", "CLUSTERING"] });
  expect(resources).toMatchObject({ default: {}, properties: { memoryMiB: { default: 1024 } } });
});

test("a minimum with a fraction is a CEL rule too, as the API server lets 0 pass one of 0.1", () => {
  const { resources } = kindSchema("Model").properties!.spec!.properties!;
  expect(resources!.properties!.cpus).toMatchObject({
    minimum: 0.1,
    "x-kubernetes-validations": [{ rule: "self >= 0.1", message: "should be greater than or equal to 0.1" }],
  });
  expect(resources!.properties!.memoryMiB).not.toHaveProperty("x-kubernetes-validations");
});

test.each([
  ["a field without a description", z.object({ a: z.string() }), "spec.a: has no description"],
  [
    "a choice between objects",
    z.object({ a: z.union([z.object({}), z.string()]).describe("A.") }),
    "spec.a: a union of other than scalars",
  ],
  ["what Kubernetes has no keyword for", z.number().multipleOf(5), "spec: multipleOf cannot be said"],
  ["anything at all", z.any(), "spec: has no type"],
])("%s is refused with its path", (_what, schema, message) => {
  expect(() => structuralSchema(schema, "spec")).toThrow(message);
});

const samples = readdirSync(join(ROOT, "crds/samples")).flatMap((name) => {
  const documents = parseAllDocuments(readFileSync(join(ROOT, "crds/samples", name), "utf8"));
  return documents.map((document) => [name, document.toJS()] as const);
});

test("each kind has a sample", () => {
  expect(new Set(samples.map(([, { kind }]) => kind))).toEqual(new Set(KIND_NAMES));
});

test.each(samples)("the sample %s is valid", (_name, { apiVersion, kind, metadata, spec, ...rest }) => {
  expect(rest).toEqual({});
  expect(apiVersion).toBe(API_VERSION);
  resourceName.parse(metadata.name);
  const parsed = z
    .object(KINDS[kind as KindName].spec.shape)
    .strict()
    .parse(spec);
  expect(parsed).toMatchObject(spec);
});

describe("generator", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "agatha-crds-"));
    for (const path of ["crds/dist", "crds/package.json", DEFINITIONS]) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const run = (...args: string[]) => spawnSync(process.execPath, [join(folder, "crds/dist/generate.js"), ...args], { encoding: "utf8" });

  test("the committed files are up to date", () => {
    expect(run("--check")).toMatchObject({ status: 0, stderr: "" });
  });

  test("the check names each stale, missing or surplus file, and generating corrects them", () => {
    writeFileSync(join(folder, DEFINITIONS, "models.yaml"), "kind: Nothing\n");
    rmSync(join(folder, DEFINITIONS, "datasets.yaml"));
    writeFileSync(join(folder, DEFINITIONS, "oldkinds.yaml"), "kind: Old\n");
    const { status, stderr } = run("--check");
    expect(status).toBe(1);
    expect(stderr.match(/crds\/\w+\.yaml/g)?.sort()).toEqual(["crds/datasets.yaml", "crds/models.yaml", "crds/oldkinds.yaml"]);
    expect(run()).toMatchObject({ status: 0, stderr: "" });
    expect(run("--check").status).toBe(0);
    expect(readFileSync(join(folder, DEFINITIONS, "models.yaml"), "utf8")).toBe(generateDefinitions().get("models.yaml"));
  });
});
