import { type ApiUsage, COLLECTIONS, type Resource } from "@agatha/contracts";
import { createTokenStore, modelSubject, type TokenStore, type TokenSubject } from "@agatha/contracts/api-access/api-tokens";
import { createCipher } from "@agatha/contracts/api-access/cipher";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { addUser, type TestDeps, testDeps } from "../testing/deps.js";
import { addDataset, addModel } from "../testing/models.js";
import { apiPageContent, shownToken, tokenUse } from "./shown.js";

describe("the cipher", () => {
  const cipher = createCipher(Buffer.alloc(32, 1));
  const sealed = cipher.seal("secret", "model a");
  const flipped = Buffer.from(sealed, "base64url");
  flipped[flipped.length - 1]! ^= 1;

  test("the cipher decrypts what it encrypted, and encrypts the same text differently each time", () => {
    expect(cipher.open(sealed, "model a")).toBe("secret");
    expect(cipher.seal("secret", "model a")).not.toBe(sealed);
  });
  test.each([
    ["about something else", () => cipher.open(sealed, "model b")],
    ["with another key", () => createCipher(Buffer.alloc(32, 2)).open(sealed, "model a")],
    ["that was changed", () => cipher.open(flipped.toString("base64url"), "model a")],
    ["that was cut to nothing", () => cipher.open("", "model a")],
    ["with a shortened tag", () => cipher.open(Buffer.from(sealed, "base64url").subarray(0, 16).toString("base64url"), "model a")],
  ])("the cipher does not decrypt a text %s", (_case, open) => {
    expect(open).toThrow();
  });
});

test("the examples of an API have no digits that only arithmetic brought", () => {
  const columns = [
    { name: "temperature", type: "n" as const, typical: 61.8 + 0.05 },
    { name: "pressure", type: "n" as const, typical: 1013.25 },
    { name: "counter", type: "n" as const, typical: 123456789012 },
    { name: "lot", type: "n" as const, typical: 20240501123456 },
  ];
  const page = apiPageContent({
    url: "http://localhost/api/",
    token: { token: undefined, hidden: false },
    field: "api_token",
    columns,
    periods: undefined,
  });
  expect(page.columns.map(({ example }) => example)).toEqual([61.85, 1013.25, 123456789012, 20240501123456]);
  expect(JSON.stringify(page.examples)).not.toContain("61.8499");
});

describe("a model's token", () => {
  let deps: TestDeps;
  let model: Resource<"Model">;
  let subject: TokenSubject;
  let tokens: TokenStore;

  beforeEach(async () => {
    deps = testDeps();
    model = await addModel(deps, { dataset: await addDataset(deps, { owner: await addUser(deps, "amber") }) });
    subject = modelSubject(model);
    tokens = createTokenStore(deps);
  });
  afterEach(() => deps.cleanUp());
  const held = async (): Promise<string> => {
    const token = await tokens.getOrCreate(subject);
    if (token === undefined) throw new Error("the model has no token");
    return token;
  };

  test("a token has 256 random bits and does not change", async () => {
    const token = await held();
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(await held()).toBe(token);
  });
  test("concurrent first calls create one token", async () => {
    const [first, second] = await Promise.all([held(), held()]);
    expect(second).toBe(first);
    expect(await tokens.verify("model", first)).toMatchObject({ name: model.metadata.name });
  });
  test("only the token gives access to its model", async () => {
    const token = await held();
    expect(await tokens.verify("model", token)).toMatchObject({ name: model.metadata.name, uid: model.metadata.uid });
    const [document] = await deps.documents.collection(COLLECTIONS.apiTokens).find();
    for (const other of [token.slice(1), token.toUpperCase(), "", document!.tokenHash!, document!.encrypted!]) {
      expect(await tokens.verify("model", other)).toBeUndefined();
    }
  });
  test("the store contains no plain token", async () => {
    const token = await held();
    const stored = JSON.stringify(await deps.documents.collection(COLLECTIONS.apiTokens).find());
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(Buffer.from(token, "base64url").toString("hex"));
  });
  test("a rotated token is invalid, and the new one is valid", async () => {
    const old = await held();
    const fresh = await tokens.rotate(subject);
    expect(await tokens.verify("model", old)).toBeUndefined();
    expect(await tokens.verify("model", fresh)).toMatchObject({ name: model.metadata.name });
    expect(await held()).toBe(fresh);
  });
  test("a token is invalid for a later model of the same name", async () => {
    const old = await held();
    const fresh = await tokens.getOrCreate({ ...subject, uid: "another" });
    expect(fresh).toBeDefined();
    expect(fresh).not.toBe(old);
    expect(await tokens.verify("model", old)).toBeUndefined();
  });
  test("a revoked token is invalid, and reading creates no other one", async () => {
    const old = await held();
    await tokens.revoke(subject);
    expect(await tokens.verify("model", old)).toBeUndefined();
    expect(await tokens.getOrCreate(subject)).toBeUndefined();
    const fresh = await tokens.rotate(subject);
    expect(await held()).toBe(fresh);
    expect(await tokens.verify("model", old)).toBeUndefined();
  });
  test("a token can be revoked before it was read", async () => {
    await tokens.revoke(subject);
    expect(await tokens.getOrCreate(subject)).toBeUndefined();
  });
  test("with another key a token is valid and hidden, until a new one is made", async () => {
    const old = await held();
    const others = createTokenStore({ ...deps, config: { secretKey: Buffer.alloc(32, 8) } });
    const shown = await shownToken(others.getOrCreate(subject));
    expect(shown).toMatchObject({ token: undefined, hidden: true });
    const { tokenHash } = (await others.verify("model", old))!;
    const use = fromPartial<ApiUsage>({ id: tokenHash });
    expect(tokenUse(use, shown)).toMatchObject({ current: true });
    const token = await others.rotate(subject);
    const renewed = await shownToken(others.getOrCreate(subject));
    expect(renewed).toMatchObject({ token, hidden: false });
    expect(tokenUse(use, renewed)).toMatchObject({ current: false });
  });
  test("a token gives access to nothing else, not even an edit history of the same name", async () => {
    const extraction: TokenSubject = { ...subject, kind: "extraction" };
    const [ofModel, ofExtraction] = [await held(), (await tokens.getOrCreate(extraction))!];
    expect(await tokens.verify("extraction", ofModel)).toBeUndefined();
    expect(await tokens.verify("model", ofExtraction)).toBeUndefined();
    expect(await tokens.verify("extraction", ofExtraction)).toMatchObject({ name: subject.name, uid: subject.uid });
    await tokens.revoke(extraction);
    expect(await held()).toBe(ofModel);
  });
});
