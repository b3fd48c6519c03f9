import { gunzipSync } from "node:zlib";
import { COLLECTIONS } from "@agatha/contracts";
import iconv from "iconv-lite";
import { Registry } from "prom-client";
import { createDatasetFixture, type DatasetFixture } from "../testing/dataset-fixture.js";
import { addUser, readJson, startServer, type TestServer } from "../testing/deps.js";
import { stubTableReaderCache } from "../testing/table-reader-cache.js";
import { tableDownloadRoutes } from "./download.js";

let fixture: DatasetFixture;
let server: TestServer;
let get: (query: string) => Promise<Response>;

beforeEach(async () => {
  fixture = await createDatasetFixture();
  await fixture.setStatus({ totalRows: 100_000 });
  server = await startServer({ ...fixture.deps, metrics: new Registry() }, tableDownloadRoutes(fixture.deps, stubTableReaderCache()));
  const client = await server.loggedInAs(fixture.someone);
  get = (query) => client("GET", `/tukey/download-gzip/?dataset_id=${fixture.dataset.metadata.name}${query}`);
});
afterEach(async () => {
  await server.close();
  await fixture.close();
});

const linesOf = async (answer: Response, encoding = "utf-8"): Promise<string[]> =>
  iconv.decode(gunzipSync(Buffer.from(await answer.arrayBuffer())), encoding).split("\r\n");

describe("a dataset as a file", () => {
  test.each(["utf-8", "big5"])("has all of its rows, in %s", async (encoding) => {
    const answer = await get(`&encoding=${encoding}`);
    expect([answer.status, answer.headers.get("content-disposition")]).toEqual([200, 'attachment; filename="Oven.csv.gz"']);
    const lines = await linesOf(answer, encoding);
    expect([lines.length, lines[0], lines[1], lines[100_000]]).toEqual([100_002, "x,y", "0,row 0", "99999,row 99999"]);
  });

  test("has what the edit history leaves, where that is asked for", async () => {
    const { deps, dataset } = fixture;
    const spec = { type: "sort" as const, by: [{ column: "x", order: "asc" as const }] };
    const entry = { id: "e", order: 1, enabled: true, cond: "", spec, owner: fixture.someone.id, updatedAt: "2024-05-01T08:00:00Z" };
    await deps.documents.collection(COLLECTIONS.editHistories).insert({ id: dataset.metadata.uid, entries: [entry] });
    expect(await linesOf(await get("&use_ext_data=true"))).toEqual(["sort", "1", "2", ""]);
  });

  test("is not there yet while it is parsed", async () => {
    await fixture.setStatus({ phase: "preprocess", fingerprint: "another" });
    const answer = await get("");
    expect([answer.status, await readJson(answer)]).toEqual([202, {}]);
  });

  test("has the sample of a long file before it has all rows of it", async () => {
    const table = fixture.dataset.status!.table!;
    await fixture.setStatus({ table: { ...table, sampled: true } });
    expect([(await get("")).status, (await get("&sampling=raw")).status]).toEqual([200, 202]);
    await fixture.setStatus({ whole: table });
    expect((await get("&sampling=raw")).status).toBe(200);
  });

  test("is not there for others", async () => {
    const stranger = await server.loggedInAs(await addUser(fixture.deps, "stranger"));
    expect((await stranger("GET", `/tukey/download-gzip?dataset_id=${fixture.dataset.metadata.name}`)).status).toBe(404);
  });

  test("is not called a success when its table cannot be read", async () => {
    await fixture.setStatus({ table: { ...fixture.dataset.status!.table!, key: "broken" } });
    expect((await get("")).status).toBe(500);
  });
});
