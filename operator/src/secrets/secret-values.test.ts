import { apiSecret, missingKeys, storesSecret } from "./secret-values.js";

const BUNDLED = { mongodbHost: "agatha-mongodb:27017", natsBundled: true };
const bytes = (byte: number) => (count: number) => Buffer.alloc(count, byte);

describe("secrets of an installation", () => {
  test("secrets are made once: a second pass keeps every value", () => {
    const stores = storesSecret({}, {}, BUNDLED, bytes(1));
    expect(storesSecret({}, stores, BUNDLED, bytes(2))).toEqual(stores);
    const api = apiSecret({}, {}, bytes(1));
    expect(apiSecret({}, api, bytes(2))).toEqual(api);
  });

  test("secrets are not empty where the stores are bundled, and the address of the document store has its password", () => {
    const stores = storesSecret({}, {}, BUNDLED, bytes(1));
    for (const [key, value] of Object.entries(stores)) expect([key, value.length]).toEqual([key, expect.any(Number)]);
    expect(Object.values(stores)).not.toContain("");
    expect(stores.AGATHA_MONGODB_URL).toBe(`mongodb://agatha:${stores.AGATHA_MONGODB_PASSWORD}@agatha-mongodb:27017/?authSource=admin`);
    expect(Buffer.from(apiSecret({}, {}, bytes(1)).AGATHA_SECRET_KEY!, "base64")).toHaveLength(32);
  });

  test("a given value replaces a made one, and only that one", () => {
    const before = storesSecret({}, {}, BUNDLED, bytes(1));
    const after = storesSecret({ AGATHA_S3_SECRET_KEY: "given-by-hand" }, before, BUNDLED, bytes(2));
    expect(after).toEqual({ ...before, AGATHA_S3_SECRET_KEY: "given-by-hand" });
  });

  test("the encryption key of tokens never changes once it is made", () => {
    const before = apiSecret({}, {}, bytes(1));
    const after = apiSecret({ AGATHA_ADMIN_PASSWORD: "a new password" }, before, bytes(2));
    expect(after).toEqual({ ...before, AGATHA_ADMIN_PASSWORD: "a new password" });
  });

  test("stores elsewhere keep the given address, and an event bus without a token gets none", () => {
    const url = "mongodb://user:password@mongodb.example.com/";
    const stores = storesSecret({ AGATHA_MONGODB_URL: url }, { AGATHA_NATS_TOKEN: "of the bundled one" }, { natsBundled: false }, bytes(1));
    expect(stores).toMatchObject({ AGATHA_MONGODB_URL: url, AGATHA_NATS_TOKEN: "" });
  });

  test.each([
    ["a secret that is not there is named", undefined, "There is no secret team-stores. Create it with the keys A, B."],
    ["a missing key is named", { A: "1" }, "The secret team-stores lacks B. Add what is missing."],
    ["a complete secret lacks nothing", { A: "1", B: "2" }, undefined],
  ])("%s", (_what, present, told) => {
    expect(missingKeys("team-stores", present, ["A", "B"])).toBe(told);
  });
});
