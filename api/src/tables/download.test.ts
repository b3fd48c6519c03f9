import { gunzipSync } from "node:zlib";
import { COLLECTIONS } from "@agatha/contracts";
import iconv from "iconv-lite";
import { Registry } from "prom-client";
import { editHistoryRoutes } from "../edit-history/index.js";
import { createDatasetFixture, type DatasetFixture } from "../testing/dataset-fixture.js";
import { addUser, type Client, readError, readJson, startServer, type TestDeps, type TestServer } from "../testing/deps.js";
import { stubTableReaderCache } from "../testing/table-reader-cache.js";
import { tableDownloadRoutes } from "./download.js";
import { createJoinCopier } from "./joins.js";

let fixture: DatasetFixture;
let served: TestDeps;
let server: TestServer;
let client: Client;
let get: (query: string) => Promise<Response>;

beforeEach(async () => {
  fixture = await createDatasetFixture();
  await fixture.setStatus({ totalRows: 100_000 });
  const { deps } = fixture;
  const routes = [
    ...editHistoryRoutes(deps, createJoinCopier(deps, stubTableReaderCache())),
    ...tableDownloadRoutes(deps, stubTableReaderCache()),
  ];
  served = { ...deps, metrics: new Registry() };
  server = await startServer(served, routes);
  client = await server.loggedInAs(fixture.someone);
  get = (query) => client("GET", `/tukey/download-gzip/?dataset_id=${fixture.dataset.metadata.name}${query}`);
});
afterEach(async () => {
  await server.close();
  await fixture.close();
});

const linesOf = async (answer: Response, encoding = "utf-8"): Promise<string[]> =>
  iconv.decode(gunzipSync(Buffer.from(await answer.arrayBuffer())), encoding).split("\r\n");

describe("a dataset's file", () => {
  // @contract get-tukey-download-gzip, downloads-come-in-big5-and-other-encodings
  test.each(["utf-8", "big5"])("the file has all rows, in %s", async (encoding) => {
    const answer = await get(`&encoding=${encoding}`);
    expect([answer.status, answer.headers.get("content-disposition")]).toEqual([200, "attachment; filename=Oven.csv.gz"]);
    const lines = await linesOf(answer, encoding);
    expect([lines.length, lines[0], lines[1], lines[100_000]]).toEqual([100_002, "x,y", "0,row 0", "99999,row 99999"]);
  });

  test("the file is named by the dataset's title, in any script", async () => {
    const { deps, dataset } = fixture;
    const present = (await deps.resources.get("Dataset", dataset.metadata.name))!;
    await deps.resources.update("Dataset", { ...present, spec: { ...present.spec, title: "\u713c\u6210: 2024/5" } });
    const answer = await get("");
    expect([answer.headers.get("content-type"), answer.headers.get("content-disposition")]).toEqual([
      "application/gzip",
      `attachment; filename="??_ 2024_5.csv.gz"; filename*=UTF-8''${encodeURIComponent("\u713c\u6210_ 2024_5.csv.gz")}`,
    ]);
    await answer.body?.cancel();
  });

  test("the file has the edited rows on request", async () => {
    const { deps, dataset } = fixture;
    const spec = { type: "sort" as const, by: [{ column: "x", order: "asc" as const }] };
    const entry = { id: "e", order: 1, enabled: true, cond: "", spec, owner: fixture.someone.id, updatedAt: "2024-05-01T08:00:00Z" };
    await deps.documents.collection(COLLECTIONS.editHistories).insert({ id: dataset.metadata.uid, entries: [entry] });
    expect(await linesOf(await get("&use_ext_data=true"))).toEqual(["sort", "1", "2", ""]);
  });

  test("the file does not exist during parsing", async () => {
    await fixture.setStatus({ phase: "preprocess", fingerprint: "another" });
    const answer = await get("");
    expect([answer.status, await readJson(answer)]).toEqual([202, {}]);
  });

  test("the file has the sample of a long file before all rows are parsed", async () => {
    const table = fixture.dataset.status!.table!;
    await fixture.setStatus({ table: { ...table, sampled: true } });
    expect([(await get("")).status, (await get("&sampling=raw")).status]).toEqual([200, 202]);
    await fixture.setStatus({ whole: table });
    expect((await get("&sampling=raw")).status).toBe(200);
  });

  test("other users cannot download the file", async () => {
    const stranger = await server.loggedInAs(await addUser(fixture.deps, "stranger"));
    expect((await stranger("GET", `/tukey/download-gzip?dataset_id=${fixture.dataset.metadata.name}`)).status).toBe(404);
  });

  test("an unreadable table does not give a successful download", async () => {
    served.expectsUnknownCause = true;
    fixture.deps.expectsUnknownCause = true;
    await fixture.setStatus({ table: { ...fixture.dataset.status!.table!, key: "broken" } });
    expect((await get("")).status).toBe(500);
  });
});

describe("the download of the edited rows", () => {
  const download = (query = ""): Promise<Response> => client("GET", `${fixture.path}/extraction/download_gzip/${query}`);
  const add = async (spec: object): Promise<void> => {
    expect((await client("POST", `${fixture.path}/extraction/`, { body: { spec } })).status).toBe(201);
  };

  // @contract get-agatha-datasets-id-extraction-download-gzip
  test("the download is a compressed file with the dataset's name, of all rows while no entry is enabled", async () => {
    await add({ type: "sort", by: [{ column: "x", order: "asc" }] });
    const edited = await download();
    expect(edited.headers.get("content-disposition")).toContain("filename=Oven-extraction.csv.gz");
    expect(await linesOf(edited)).toEqual(["sort", "1", "2", ""]);
    await client("PATCH", `${fixture.path}/extraction`, { body: { change: "disable" } });
    expect((await linesOf(await download()))[0]).toBe("x,y");
  });

  test("the download has all edited rows where these are more than those of the file", async () => {
    await fixture.setStatus({ totalRows: 1 });
    await add({ type: "unpivot", columns: ["x"], names: "name", values: "value", as: "text" });
    expect(await linesOf(await download())).toEqual(["unpivot", "1", "2", ""]);
  });

  test("the download reports that no row is left, and waits until the dataset is parsed", async () => {
    await add({ type: "filter", groups: [{ conditions: [{ column: "x", op: "empty" }] }] });
    expect(await readError(await download())).toEqual([400, "010409", ""]);
    await fixture.setStatus({ fingerprint: "other" });
    expect((await download()).status).toBe(202);
    expect(await readError(await download("?encoding=klingon"))).toEqual([400, "010201", "encoding"]);
  });
});
