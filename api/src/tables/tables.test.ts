import { gunzipSync } from "node:zlib";
import { COLLECTIONS, type DatasetStatus, editStepSpec } from "@agatha/contracts";
import type { ErrorBody } from "@agatha/contracts/wire";
import { createDatasetFixture, type DatasetFixture } from "../testing/dataset-fixture.js";
import { type Client, readJson } from "../testing/deps.js";

let fixture: DatasetFixture;
let client: Client;
let path: string;
let setStatus: DatasetFixture["setStatus"];

beforeEach(async () => {
  fixture = await createDatasetFixture();
  ({ client, path, setStatus } = fixture);
});
afterEach(() => fixture.close());

describe("the data check", () => {
  const check = async (): Promise<[number, unknown]> => {
    const answer = await client("GET", `${path}/data_check/`);
    return [answer.status, await answer.json()];
  };

  // @contract get-agatha-datasets-id-data-check
  test("the data check exists once all columns are checked", async () => {
    const [status, body] = await check();
    expect([status, body]).toMatchObject([
      200,
      { status: "success", na_alert: false, check_table: [{ name: "x", quality: 1 }, {}, {}, {}] },
    ]);
  });

  test.each<[string, DatasetStatus]>([
    ["while the columns are being checked", { phase: "evaluating" }],
    ["while a change was not yet seen", { observedGeneration: 0, fingerprint: "of a table before" }],
    // @contract the-data-check-is-init-then-success
  ])("the data check is empty %s", async (_case, status) => {
    await setStatus(status);
    expect(await check()).toEqual([200, { status: "init", check_table: [], na_alert: false }]);
  });

  test("the data check of an unreadable file states the reason", async () => {
    await setStatus({ phase: "preprocess_fail", reason: "010407", message: "line 3 is too long" });
    expect(await check()).toMatchObject([400, { tukey_error: "010407", detail: [{ message: "line 3 is too long" }] }]);
  });
});

describe("target leakage", () => {
  const leakage = async (query: string): Promise<[number, unknown]> => {
    const answer = await client("GET", `${path}/leakage/?${query}`);
    return [answer.status, await answer.json()];
  };

  // @contract get-agatha-datasets-id-leakage
  test("target leakage is measured on the rows in use, among all visible columns", async () => {
    expect(await leakage("response=x&model_type=REGRESSION")).toEqual([
      200,
      { data: ["y", "kind", "at"].map((column) => ({ code: "leakage", column, message: "tells" })) },
    ]);
  });

  test.each([
    ["a response that is no column", "response=nowhere&model_type=REGRESSION", 400, "010503"],
    ["no response", "model_type=REGRESSION", 400, "010201"],
    ["a type that predicts nothing", "response=x&model_type=OCC", 400, "010201"],
    ["a group that no column names", "response=x&model_type=REGRESSION&group_columns=%5B%22nowhere%22%5D", 400, "010405"],
    ["groups that are no list", "response=x&model_type=REGRESSION&group_columns=kind", 400, "010201"],
    ["groups and time", "response=x&model_type=REGRESSION&group_columns=%5B%22kind%22%5D&time_column=at", 400, "010201"],
  ])("target leakage is refused for %s", async (_case, query, status, code) => {
    expect(await leakage(query)).toMatchObject([status, { tukey_error: code }]);
  });

  // @contract get-agatha-datasets-id-leakage
  test("target leakage is measured on the edited rows on request", async () => {
    const spec = editStepSpec.parse({ type: "aggregation", by: ["kind"], cols: [{ name: "most", function: "max", column: "x" }] });
    const entry = { id: "entry", order: 1, enabled: true, cond: "", spec, owner: fixture.someone.id, updatedAt: "2024-05-01T08:00:00Z" };
    await fixture.deps.documents.collection(COLLECTIONS.editHistories).insert({ id: fixture.dataset.metadata.uid, entries: [entry] });
    const told = await leakage("response=most&model_type=REGRESSION&use_ext_data=true");
    expect(told).toEqual([200, { data: [{ code: "leakage", column: "kind", message: "tells" }] }]);
    expect(await leakage("response=x&model_type=REGRESSION&use_ext_data=true")).toMatchObject([400, { tukey_error: "010503" }]);
    expect(await leakage("response=most&model_type=REGRESSION")).toMatchObject([400, { tukey_error: "010503" }]);
  });

  test("target leakage needs a parsed file", async () => {
    await setStatus({ observedGeneration: 0, fingerprint: "of a table before" });
    expect(await leakage("response=x&model_type=REGRESSION")).toEqual([202, {}]);
  });
});

describe("a time series", () => {
  const series = async (query: string): Promise<[number, unknown]> => {
    const answer = await client("GET", `${path}/series/?${query}`);
    return [answer.status, await answer.json()];
  };

  // @contract get-agatha-datasets-id-series
  test("a time series is described from its columns and from those that may name series", async () => {
    const [status, body] = await series("time=at&value=x&series_column=kind");
    expect([status, body]).toMatchObject([
      200,
      { series: { described: "kind", names: ["at", "x", "kind", "y"] }, description: { rhythm: "hour" } },
    ]);
  });

  test.each([
    ["a time column that holds no times", "time=x&value=y", "010507"],
    ["a value column that holds no numbers", "time=at&value=kind", "010503"],
    ["a value column that is none", "time=at&value=nowhere", "010503"],
    ["series that times would name", "time=at&value=x&series_column=at", "010405"],
    ["series that the values would name", "time=at&value=x&series_column=x", "010405"],
    ["series that numbers with a fraction would name", "time=at&value=x&series_column=y", "010405"],
    ["no time column", "value=x", "010201"],
  ])("the description of a series is refused for %s", async (_case, query, code) => {
    expect(await series(query)).toMatchObject([400, { tukey_error: code }]);
  });

  test("a series of a long table is described once all rows are read, as models of it learn from all of them", async () => {
    const { table } = fixture.dataset.status!;
    await setStatus({ totalRows: 100_000, table: { ...table!, sampled: true } });
    expect(await series("time=at&value=x")).toEqual([202, {}]);
    await setStatus({ whole: table });
    expect((await series("time=at&value=x"))[0]).toBe(200);
  });

  test("the description of a series needs a parsed file", async () => {
    await setStatus({ observedGeneration: 0, fingerprint: "of a table before" });
    expect(await series("time=at&value=x")).toEqual([202, {}]);
  });
});

describe("rows", () => {
  const rows = (query = ""): Promise<Response> => client("GET", `${path}/rows/${query}`);

  // @contract get-agatha-datasets-id-rows
  test("rows are in the file's order, with names and bounds", async () => {
    const answer = await rows("?start=2&limit=3&sampling=raw");
    expect(answer.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    expect(await answer.json()).toEqual({
      data: [
        [2, "row 2"],
        [3, "row 3"],
        [4, "row 4"],
      ],
      columns: ["x", "y"],
      start: 2,
      limit: 3,
      total: 100_000,
    });
  });

  // @contract pages-and-samples-have-10-000-rows
  test("an answer has at most 10,000 rows, which is also the default", async () => {
    const { data, limit } = await readJson<{ data: unknown[][]; limit: number }>(await rows());
    expect([data.length, data.at(-1), limit]).toEqual([10_000, [9999, "row 9999"], 10_000]);
    expect((await rows("?limit=10001")).status).toBe(400);
  });

  describe("rows of a long file whose sample is in use", () => {
    const statuses = async (): Promise<number[]> =>
      (await Promise.all(["", "?sampling=random", "?sampling=tail", "?sampling=raw"].map(rows))).map(({ status }) => status);
    beforeEach(async () => {
      const table = { ...fixture.dataset.status!.table!, sampled: true };
      await setStatus({ totalRows: 1_000_000, table });
    });

    // @contract rows-are-answered-with-202-until-they
    test("sampled rows are available at once, other rows after all are parsed", async () => {
      expect(await statuses()).toEqual([200, 200, 202, 202]);
      await setStatus({ whole: { ...fixture.dataset.status!.table!, key: "whole", fingerprint: "of a file before" } });
      expect(await statuses()).toEqual([200, 200, 202, 202]);
      await setStatus({ whole: { ...fixture.dataset.status!.table!, key: "whole" } });
      expect(await statuses()).toEqual([200, 200, 200, 200]);
    });

    test("rows come from the table that has them", async () => {
      fixture.deps.expectsUnknownCause = true;
      await setStatus({ whole: { ...fixture.dataset.status!.table!, key: "broken" } });
      expect(await statuses()).toEqual([200, 200, 500, 500]);
    });
  });

  describe("rows with an edit history", () => {
    const filter = { type: "filter", groups: [{ conditions: [{ column: "x", op: "empty" }] }] };
    const edit = async (specs: object[]): Promise<void> => {
      const { uid } = fixture.dataset.metadata;
      const entries = specs.map((spec, i) => ({
        id: `entry${i}`,
        order: specs.length - i,
        enabled: i < 2,
        cond: "",
        spec: editStepSpec.parse(spec),
        owner: fixture.someone.id,
        updatedAt: "2024-05-01T08:00:00Z",
      }));
      await fixture.deps.documents.collection(COLLECTIONS.editHistories).insert({ id: uid, entries });
    };
    const sort = { type: "sort", by: [{ column: "x" }] };
    const derived = { type: "derived", name: "z", formula: { op: "abs", of: { column: "x" } } };

    test("rows are returned after the enabled entries, in their order, on request", async () => {
      await edit([sort, derived, filter]);
      const edited = await rows("?use_ext_data=true&start=1&limit=5");
      expect(await edited.json()).toEqual({ data: [[2]], columns: ["derived", "sort"], start: 1, limit: 5, total: 2 });
      for (const query of ["?limit=1", "?limit=1&use_ext_data=false"])
        expect(await (await rows(query)).json()).toMatchObject({ columns: ["x", "y"] });
    });

    // @contract post-agatha-datasets-id-extraction-preview
    test("a step is tried in its place, after the enabled entries before it, and is not kept", async () => {
      await edit([sort, derived, filter]);
      const preview = async (body: object) => (await client("POST", `${path}/extraction/preview/`, { body })).json();
      expect(await preview({ spec: sort, index: 2 })).toEqual({
        data: [[1], [2]],
        columns: ["derived", "sort"],
        start: 0,
        limit: 20,
        total: 2,
      });
      expect(await preview({ spec: derived })).toMatchObject({ columns: ["derived", "sort", "derived"] });
      expect(await preview({ spec: filter })).toMatchObject({ tukey_error: "010409" });
      expect(await (await rows("?use_ext_data=true")).json()).toMatchObject({ columns: ["derived", "sort"] });
    });

    test("without enabled entries the rows are unchanged", async () => {
      expect(await (await rows("?use_ext_data=true&limit=1")).json()).toMatchObject({ data: [[0, "row 0"]], total: 100_000 });
    });

    test("edits that leave no row are refused", async () => {
      await edit([filter]);
      const answer = await rows("?use_ext_data=true");
      expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([400, "010409"]);
    });
  });

  test("an answer beyond the end has no rows", async () => {
    expect(await (await rows("?start=100000")).json()).toMatchObject({ data: [], columns: ["x", "y"], total: 100_000 });
  });

  test.each<[string, DatasetStatus]>([
    ["before anything was parsed", { phase: "preprocess", table: undefined }],
    ["while the file is parsed anew", { phase: "preprocess", fingerprint: "g" }],
    ["while a change was not yet seen", { observedGeneration: 0, fingerprint: "of a table before" }],
    // @contract rows-are-answered-with-202-until-they
  ])("the client must ask again for rows %s", async (_case, status) => {
    await setStatus(status);
    const answer = await rows();
    expect([answer.status, await answer.json()]).toEqual([202, {}]);
  });

  test("rows of an unreadable file are refused with the reason", async () => {
    await setStatus({ phase: "preprocess_fail", reason: "OutOfMemory", message: "the file is too large" });
    expect(await (await rows()).json()).toMatchObject({ tukey_error: "010414", detail: [{ message: "the file is too large" }] });
  });

  test("a table that is broken at its start gives an error", async () => {
    fixture.deps.expectsUnknownCause = true;
    await setStatus({
      table: { key: "tables/broken", sha256: "0".repeat(64), document: "t", fingerprint: fixture.dataset.status!.fingerprint! },
    });
    const answer = await rows();
    expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([500, "010101"]);
  });

  test("a table that is broken further on gives an incomplete answer, not a short one", async () => {
    fixture.deps.expectsUnknownCause = true;
    await setStatus({
      table: { key: "tables/torn", sha256: "0".repeat(64), document: "t", fingerprint: fixture.dataset.status!.fingerprint! },
      columnCount: 1000,
    });
    const answer = await rows();
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });
});

describe("the download", () => {
  const download = (query = ""): Promise<Response> => client("GET", `${path}/download_gzip/${query}`);

  // @contract get-agatha-datasets-id-download-gzip
  test("the download is a compressed file of the rows in use, in the requested encoding", async () => {
    const answer = await download("?encoding=utf-16le");
    expect(answer.headers.get("content-disposition")).toContain("filename=Oven.csv.gz");
    const text = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString("utf16le");
    const lines = text.split("\r\n");
    expect([lines.length, ...lines.slice(0, 3), lines.at(-1)]).toEqual([100_002, "\uFEFFx,y", "0,row 0", "1,row 1", ""]);
  });

  test("the download refuses other encodings and needs a parsed dataset", async () => {
    expect((await download("?encoding=ebcdic")).status).toBe(400);
    await setStatus({ observedGeneration: 0, fingerprint: "of a table before" });
    expect((await download()).status).toBe(202);
  });
});
