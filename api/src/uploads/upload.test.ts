import { request as httpRequest } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { gzipSync } from "node:zlib";
import { COLLECTIONS, type ObjectInfo, type User } from "@agatha/contracts";
import type { DatasetAnswer, ErrorBody } from "@agatha/contracts/wire";
import { openSession } from "../http/sessions.js";
import { addUser, type Client, readErrorCode, readJson, sessionHeaders, type TestDeps, type TestServer, waitFor } from "../testing/deps.js";
import { addDataset, addTrainedModel, numericInput, textInput } from "../testing/models.js";
import {
  CSV,
  CSV_PART,
  createUploadFixture,
  type FormPart,
  formData,
  NO_LEFTOVERS,
  type UploadFixture,
} from "../testing/upload-fixture.js";

let fixture: UploadFixture;
let deps: TestDeps;
let server: TestServer;
let someone: User;
let client: Client;
let upload: UploadFixture["upload"];
let datasets: UploadFixture["datasets"];
let objects: UploadFixture["objects"];
let leftovers: UploadFixture["leftovers"];

beforeEach(async () => {
  fixture = await createUploadFixture();
  ({ deps, server, someone, client, upload, datasets, objects, leftovers } = fixture);
});
afterEach(() => fixture.close());

describe("an upload", () => {
  // @contract post-agatha-datasets-upload
  test("an upload becomes an object and a dataset that names it", async () => {
    const answer = await upload(
      ["name", "Oven"],
      ["product_type", "occ"],
      ["encoding", "big5"],
      ["delimiter", ","],
      ["decimal", "."],
      ["timezone", "Asia/Taipei"],
      ["file", "oven 1.CSV", CSV],
    );
    const body = await readJson<{ id: string }>(answer);
    expect([answer.status, body]).toEqual([201, { id: expect.stringMatching(/^d[0-9a-f]{20}$/), name: "Oven", status: "init" }]);
    const [object] = await objects();
    const [dataset] = await datasets();
    expect(dataset?.metadata).toMatchObject({ name: body.id, finalizers: ["agatha.dev/cleanup"] });
    expect(dataset?.spec).toMatchObject({
      displayName: "Oven",
      owner: someone.id,
      productType: "occ",
      timezone: "Asia/Taipei",
      source: { ...object, fileName: "oven 1.CSV", format: "csv", encoding: "big5", delimiter: ",", decimal: "." },
    });
    expect(object).toMatchObject({ key: expect.stringMatching(/^uploads\/[0-9a-f]{32}\/source$/), size: CSV.length });
    expect(await leftovers()).toEqual({ datasets: 1, objects: 1, names: 0, inProgress: 0, files: [] });
  });

  test("lines above the names are left out on request, and told otherwise", async () => {
    const titled: [string, string, string] = ["file", "report.csv", "Report,,\n,,\na,b,c\n1,2,3\n"];
    const refused = await readJson<ErrorBody>(await upload(titled));
    expect(refused).toMatchObject({ tukey_error: "010410", detail: [{ fault: { name: "namesInLine", values: { names: "3" } } }] });
    const { id } = await readJson<{ id: string }>(await upload(["skip_rows", "2"], titled));
    expect((await datasets()).map(({ spec }) => spec.source.skipRows)).toEqual([2]);
    expect(await readJson<DatasetAnswer>(await client("GET", `/agatha/datasets/${id}/`))).toMatchObject({ skip_rows: 2 });
    expect((await upload(["skip_rows", "1001"], titled)).status).toBe(400);
  });

  test("an upload is read like a dataset with the same columns: its time zone, columns of text, chosen types and decimal mark", async () => {
    const columns = { code: "s", size: "n", at: "d" } as const;
    const { metadata } = await addDataset(deps, { owner: someone, columns });
    const [oven] = await datasets();
    await deps.resources.update("Dataset", {
      ...oven!,
      spec: { ...oven!.spec, timezone: "Asia/Taipei", columns: [{ name: "size", type: "n" }] },
    });
    const { id } = await readJson<{ id: string }>(await upload(["like", metadata.name], CSV_PART));
    expect((await deps.resources.get("Dataset", id))?.spec).toMatchObject({
      timezone: "Asia/Taipei",
      columns: [
        { name: "code", type: "s" },
        { name: "size", type: "n" },
      ],
      like: { decimal: "." },
    });
    const own = await readJson<{ id: string }>(await upload(["like", metadata.name], ["timezone", "UTC"], CSV_PART));
    expect((await deps.resources.get("Dataset", own.id))?.spec.timezone).toBe("UTC");
    const stranger = await server.loggedInAs(await addUser(deps, "stranger"));
    const refused = await stranger("POST", "/agatha/datasets/upload", { body: formData(["like", metadata.name], CSV_PART) });
    expect([refused.status, (await readJson<ErrorBody>(refused)).tukey_error]).toEqual([404, "010401"]);
  });

  test("an upload for a model has the types that the model's inputs had in its training", async () => {
    const dataset = await addDataset(deps, { owner: someone, columns: { code: "s", line: "n", note: "s" } });
    const inputs = [numericInput("code"), textInput("line", ["1", "2"])];
    const model = (await addTrainedModel(deps, { dataset, inputs })).metadata.name;
    const { id } = await readJson<{ id: string }>(await upload(["like_model", model], CSV_PART));
    expect((await deps.resources.get("Dataset", id))?.spec).toMatchObject({
      columns: [
        { name: "note", type: "s" },
        { name: "line", type: "s" },
      ],
      like: { decimal: "." },
    });
    const stranger = await server.loggedInAs(await addUser(deps, "stranger"));
    const refused = await stranger("POST", "/agatha/datasets/upload", { body: formData(["like_model", model], CSV_PART) });
    expect(refused.status).toBe(404);
  });

  test("a manager's upload is audited, other users' uploads are not", async () => {
    const boss = await addUser(deps, "boss", { auth: "manager" });
    const made = await (await server.loggedInAs(boss))("POST", "/agatha/datasets/upload", { body: formData(["file", "a.csv", CSV]) });
    await upload(["file", "a.csv", CSV]);
    const { id } = await readJson<{ id: string }>(made);
    const records = await deps.documents.collection(COLLECTIONS.audit).find();
    expect(records).toMatchObject([{ userId: boss.id, action: "dataset.create", target: id, detail: { name: "a" } }]);
  });

  test("the audit trail has the title of an upload, with all its symbols", async () => {
    const boss = await server.loggedInAs(await addUser(deps, "boss", { auth: "manager" }));
    await boss("POST", "/agatha/datasets/upload", { body: formData(["file", "Öfen (2026).csv", CSV]) });
    const records = await deps.documents.collection(COLLECTIONS.audit).find();
    expect(records).toMatchObject([{ action: "dataset.create", detail: { name: "Öfen (2026)" } }]);
  });

  test("an upload may send its fields after the file", async () => {
    expect((await upload(["file", "a.csv", CSV], ["name", "After"])).status).toBe(201);
    expect((await datasets())[0]?.spec.displayName).toBe("After");
  });

  test("the default name is the file's, with a number if the owner has that name", async () => {
    const other = await server.loggedInAs(await addUser(deps, "other"));
    for (let i = 0; i < 3; i++) await upload(["file", "2024 résumé.csv", CSV]);
    await other("POST", "/agatha/datasets/upload", { body: formData(["file", "2024 résumé.csv", CSV]) });
    const names = (await datasets()).map(({ spec }) => [spec.owner === someone.id, spec.displayName, spec.source.fileName]);
    expect(names).toEqual([
      [true, "Data2024rsum", "2024 résumé.csv"],
      [true, "Data2024rsum2", "2024 résumé.csv"],
      [true, "Data2024rsum3", "2024 résumé.csv"],
      [false, "Data2024rsum", "2024 résumé.csv"],
    ]);
  });

  // @contract a-name-is-unique-among-an-owner
  test("one of several concurrent uploads with the same name gets it", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(["name", "Same"], ["file", "a.csv", CSV])));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expect(await leftovers()).toEqual({ datasets: 1, objects: 1, names: 0, inProgress: 0, files: [] });
  });

  test("an upload creates a missing folder for temporary files", async () => {
    deps.cleanUp();
    expect((await upload(["file", "a.csv", CSV])).status).toBe(201);
  });
});

const rubbish = Uint8Array.from({ length: 4096 }, (_, i) => (i * i * 31 + (i >> 3)) % 256);
// @contract names-of-datasets-and-models-begin-with, column-names-do-not-repeat-are-not, files-are-csv-xlsx-or-xls-and
describe("a refused upload leaves nothing", () => {
  test.each<[string, FormPart[], number, string, string]>([
    ["with another extension", [["file", "a.pdf", CSV]], 400, "010408", "file"],
    ["without an extension", [["file", "csv", CSV]], 400, "010408", "file"],
    ["that is too large", [["file", "a.csv", `${CSV}${"5,6\n".repeat(30_000)}`]], 413, "010413", ""],
    ["with an illegal name", [["name", "9 lives"], CSV_PART], 400, "010412", "name"],
    ["of an unknown product", [["product_type", "all"], CSV_PART], 400, "010201", "product_type"],
    ["in an unknown encoding", [CSV_PART, ["encoding", "ebcdic"]], 400, "010201", "encoding"],
    ["in an unknown time zone", [CSV_PART, ["timezone", "Mars/Olympus"]], 400, "010201", "timezone"],
    ["with an offset for a time zone", [CSV_PART, ["timezone", "+08:00"]], 400, "010201", "timezone"],
    ["without a file", [["name", "Oven"]], 400, "010201", "file"],
    ["with the file in another part", [["upload", "a.csv", CSV]], 400, "010201", "upload"],
    ["with two files", [CSV_PART, ["file", "b.csv", CSV]], 400, "010201", "file"],
    ["with a field that is too long", [["name", "x".repeat(5000)], CSV_PART], 400, "010201", "name"],
    ["with too many fields", [...Array.from({ length: 30 }, (_, i): FormPart => [`f${i}`, ""]), CSV_PART], 400, "010201", ""],
    ["for an id that was not prepared", [["id", "d0123"], CSV_PART], 404, "010401", ""],
    ["that is empty", [["file", "a.csv", ""]], 400, "010406", "file"],
    ["with a header only", [["file", "a.csv", "x,y\n"]], 400, "010406", "file"],
    ["with blank lines only", [["file", "a.csv", "\n\n\r\n"]], 400, "010406", "file"],
    ["with a repeated header", [["file", "a.csv", "x,y,x\n1,2,3\n"]], 400, "010404", "columns[2]"],
    ["with an empty header", [["file", "a.csv", "x,,y\n1,2,3\n"]], 400, "010410", "columns[1]"],
    ["with a reserved header", [["file", "a.csv", "x,__one__\n1,2\n"]], 400, "010411", "columns[1]"],
    ["of binary rubbish", [["file", "a.csv", rubbish]], 400, "010407", "file"],
  ])("a refused upload leaves nothing: %s", async (_case, parts, status, code, path) => {
    const answer = await upload(...parts);
    const body = await readJson<ErrorBody>(answer);
    expect([answer.status, body.tukey_error, body.detail?.[0]?.path ?? ""]).toEqual([status, code, path]);
    expect(await leftovers()).toEqual(NO_LEFTOVERS);
  });

  test("a refused upload names its fault, for a text in the reader's language", async () => {
    const { detail } = await readJson<ErrorBody>(await upload(["file", "a.csv", "x,y,x\n1,2,3\n"]));
    expect(detail?.[0]?.fault).toEqual({ name: "repeatedName", values: { first: "1", position: "3", column: '"x"' } });
  });

  test.each<[string, string, string]>([
    ["that is not multipart", '{"file":"a.csv"}', "application/json"],
    ["without a boundary", "--x", "multipart/form-data"],
    [
      "whose body ends in the file",
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nx,y\n1,2',
      "multipart/form-data; boundary=x",
    ],
    ["whose body is no multipart", "x,y\n1,2\n", "multipart/form-data; boundary=x"],
  ])("a refused upload leaves nothing: %s", async (_case, body, type) => {
    const answer = await client("POST", "/agatha/datasets/upload", { body, headers: { "Content-Type": type } });
    expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([400, "010201"]);
    expect(await leftovers()).toEqual(NO_LEFTOVERS);
  });

  test("a refused upload leaves nothing: in a compressed body", async () => {
    const body = gzipSync(new Uint8Array(await new Response(formData(CSV_PART)).arrayBuffer()));
    const headers = { "Content-Type": "multipart/form-data; boundary=x", "Content-Encoding": "gzip" };
    const answer = await client("POST", "/agatha/datasets/upload", { body, headers });
    expect([answer.status, await answer.text()]).toEqual([415, expect.stringContaining("without Content-Encoding")]);
    expect(await leftovers()).toEqual(NO_LEFTOVERS);
  });

  const off = { enabled: false, enableLimit: -1 };
  const on = { enabled: true, enableLimit: -1 };
  test.each<[string, Partial<User>]>([
    ["by an account that may not create datasets", { datasetCreateEnable: false }],
    ["for a product that is not enabled", { products: { quality: off, occ: on, opt: on, timeseries: on } }],
  ])("a refused upload leaves nothing: %s", async (_case, changes) => {
    const user = await addUser(deps, "limited", changes);
    const answer = await (await server.loggedInAs(user))("POST", "/agatha/datasets/upload", { body: formData(CSV_PART) });
    expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([403, "010302"]);
    expect(await leftovers()).toEqual(NO_LEFTOVERS);
  });

  test("an upload leaves nothing when the client disconnects", async () => {
    const { put } = deps.objects;
    const storing = new Promise<{ stored: Promise<ObjectInfo> }>((resolve) => {
      deps.objects.put = (...args) => {
        const stored = put(...args);
        resolve({ stored });
        return stored;
      };
    });
    const cookie = await openSession(deps, someone.id);
    const sending = httpRequest(`${server.url}/agatha/datasets/upload`, {
      method: "POST",
      headers: { ...sessionHeaders(deps.config, cookie), "Content-Type": "multipart/form-data; boundary=x", "Content-Length": 90_000 },
    });
    sending.on("error", () => undefined);
    sending.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nx,y\n1,2\n');
    const { stored } = await storing;
    sending.destroy();
    await expect(stored).rejects.toThrow();
    await waitFor(() => deps.logLines.some((line) => line.includes('"status":499')));
    await waitFor(async () => isDeepStrictEqual(await leftovers(), NO_LEFTOVERS));
  });

  test("an upload leaves nothing when the disk is full, which the answer says and the log", async () => {
    deps.objects.put = () => Promise.reject(new Error("no space left on device"));
    const answer = await upload(CSV_PART);
    expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([507, "010103"]);
    expect(deps.logLines.join()).toContain("no space left on device");
    expect(await leftovers()).toEqual(NO_LEFTOVERS);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["deleted", () => deps.documents.collection(COLLECTIONS.users).delete(someone.id)],
    ["disabled", () => deps.documents.collection(COLLECTIONS.users).put({ ...someone, active: false })],
  ])("an upload leaves nothing when its account is %s meanwhile", async (_case, change) => {
    const put = deps.objects.put.bind(deps.objects);
    deps.objects.put = async (...file) => {
      await change();
      return await put(...file);
    };
    expect(await readErrorCode(upload(CSV_PART))).toEqual([401, "010301"]);
    expect(await leftovers()).toEqual(NO_LEFTOVERS);
  });

  test("an upload leaves nothing when the dataset cannot be written", async () => {
    deps.expectsUnknownCause = true;
    deps.resources.create = () => Promise.reject(new Error("connection refused"));
    expect((await upload(CSV_PART)).status).toBe(500);
    expect(await leftovers()).toEqual(NO_LEFTOVERS);
  });
});

test("the client receives the error even if a large upload is refused at its first bytes", async () => {
  const answer = await upload(["file", "a.pdf", new Uint8Array(30_000_000)]);
  expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([400, "010408"]);
  const unknown = await server.anonymous("POST", "/agatha/datasets/upload", {
    body: formData(["file", "a.csv", new Uint8Array(30_000_000)]),
  });
  expect(unknown.status).toBe(401);
});
