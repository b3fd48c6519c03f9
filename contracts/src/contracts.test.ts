import { ALGORITHMS, DEFAULT_ALGORITHM, ERRORS_BY_CODE, KIND_NAMES, KINDS, modelSpec, objectKey } from "./index.js";

describe("algorithms", () => {
  test.each(Object.entries(ALGORITHMS))("%s parses its defaults and describes each parameter", (_name, { params }) => {
    const defaults = params.parse({});
    expect(Object.keys(defaults)).toEqual(Object.keys(params.shape));
    for (const [name, schema] of Object.entries(params.shape))
      expect([name, schema.description]).toEqual([name, expect.stringMatching(/\.$/)]);
  });

  test.each(Object.entries(DEFAULT_ALGORITHM))("the default algorithm for %s supports that type", (type, name) => {
    expect(ALGORITHMS[name].modelTypes).toContain(type);
  });
});

describe("error catalogue", () => {
  test.each(Object.entries(ERRORS_BY_CODE))("%s has a 4xx or 5xx status and a message", (code, { status, message }) => {
    expect(code).toMatch(/^\d{6}$/);
    expect([status >= 400, status < 600, message.trim().length > 0]).toEqual([true, true, true]);
  });

  test("the error catalogue has each code of the specification's ranges", () => {
    for (const code of ["010101", "010102", "010201", "010301", "010601", "010602", "010603", "011101", "021401"])
      expect(ERRORS_BY_CODE).toHaveProperty(code);
    for (let i = 1; i <= 9; i++) expect(ERRORS_BY_CODE).toHaveProperty(`01040${i}`);
    for (let i = 1; i <= 13; i++) expect(ERRORS_BY_CODE).toHaveProperty(`0105${String(i).padStart(2, "0")}`);
  });
});

describe("kinds", () => {
  test.each(KIND_NAMES)("the printer columns of %s refer to existing fields", (kind) => {
    const known = new Set<string>();
    for (const part of ["spec", "status"] as const)
      for (const field of Object.keys(KINDS[kind][part].shape)) known.add(`.${part}.${field}`);
    const fields = KINDS[kind].columns.map(({ jsonPath }) => jsonPath.replace(/\[\?\(@\.type=="\w+"\)\]\.\w+$/, ""));
    expect(fields.filter((field) => !field.startsWith(".metadata.") && !known.has(field))).toEqual([]);
  });

  test("parsing a model's spec fills in the defaults", () => {
    const spec = modelSpec.parse({
      displayName: "Oven",
      owner: "u1",
      datasetRef: "d1",
      type: "CLUSTERING",
      layers: [{ nodes: [{ algorithm: "k-means" }] }],
    });
    expect(spec).toMatchObject({ maxFpr: 1, seed: 1, apiEnabled: false, resources: { memoryMiB: 1024, cpus: 2, deadlineSeconds: 3600 } });
  });
});

test.each([
  ["datasets/1/table.parquet", true],
  ["../etc/passwd", false],
  ["a/./b", false],
  ["/a", false],
  ["a//b", false],
  ["a/b c", false],
])("object key %j has validity %s", (key, valid) => {
  expect(objectKey.safeParse(key).success).toBe(valid);
});
