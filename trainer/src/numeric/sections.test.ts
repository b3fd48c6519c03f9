import { packSections, readSections, unpackSections } from "./sections.js";

const settings = { model: "test", version: 1, unit: { center: 0.1, scale: 1e-300 } };
const arrays = {
  bytes: Uint8Array.of(1, 2, 3),
  pairs: Uint16Array.of(65_535, 1),
  whole: Uint32Array.of(4_294_967_295),
  signed: Int32Array.of(-5, 6, 7),
  short: Float32Array.of(0.1, -0),
  long: Float64Array.of(Math.PI, Number.NaN, Number.NEGATIVE_INFINITY),
  none: new Float64Array(0),
};

test("settings and arrays of all types survive packing and unpacking", () => {
  expect(unpackSections(packSections({ settings, arrays }))).toEqual({ settings, arrays });
});

test("packs only the array's part of a larger buffer", () => {
  const { long } = unpackSections(packSections({ settings, arrays: { long: arrays.long.subarray(1) } })).arrays;
  expect([...long]).toEqual([Number.NaN, Number.NEGATIVE_INFINITY]);
});

test.each([
  ["nothing", 0],
  ["only the first bytes", 6],
  ["no complete header", 40],
  ["no complete last array", packSections({ settings, arrays: { long: arrays.long } }).length - 8],
])("the reader rejects bytes with %s", (_title, length) => {
  const bytes = packSections({ settings, arrays: { long: arrays.long } }).subarray(0, length);
  expect(() => unpackSections(bytes)).toThrow(/The model file is damaged/);
});

test("the reader rejects bytes of another file type", () => {
  expect(() => unpackSections(new TextEncoder().encode("PK some other file"))).toThrow("does not begin as a model does");
});

describe("readSections", () => {
  const bytes = packSections({ settings: { algorithm: "PCA" }, arrays: { long: arrays.long, short: arrays.short } });

  test("settings and arrays of an algorithm's model are read back", () => {
    const { settings, arrays: read } = readSections(bytes, "PCA", { long: Float64Array, short: Float32Array });
    expect(settings).toEqual({ algorithm: "PCA" });
    expect(read).toEqual({ long: arrays.long, short: arrays.short });
  });

  test.each([
    ["another algorithm", "SOM", { long: Float64Array }],
    ["an array that is missing", "PCA", { none: Float64Array }],
    ["an array of another type", "PCA", { long: Float32Array }],
  ])("rejects %s", (_title, algorithm, types) => {
    expect(() => readSections<Record<string, typeof Float64Array | typeof Float32Array>>(bytes, algorithm, types)).toThrow(
      `not a saved ${algorithm} model`,
    );
  });
});
