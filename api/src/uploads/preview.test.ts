import type { ErrorBody, FilePreview } from "@agatha/contracts/wire";
import { addUser, readJson } from "../testing/deps.js";
import { createUploadFixture, type FormPart, formData, NO_LEFTOVERS, type UploadFixture } from "../testing/upload-fixture.js";

let fixture: UploadFixture;
beforeEach(async () => {
  fixture = await createUploadFixture();
});
afterEach(() => fixture.close());

const preview = (...parts: FormPart[]) => fixture.client("POST", "/agatha/datasets/preview_upload/", { body: formData(...parts) });

// @contract post-agatha-datasets-preview-upload
test("a file is previewed as its options read it, and nothing of it is kept", async () => {
  const found = await readJson<FilePreview>(await preview(["delimiter", ";"], ["header", "none"], ["file", "a.csv", "1;2\n3;4\n"]));
  expect(found).toMatchObject({ delimiter: ";", columns: [{ name: "Column1" }, { name: "Column2" }], problem: null });
  const below = await readJson<FilePreview>(await preview(["skip_rows", "2"], ["file", "a.csv", "Report\n\na;b\n1;2\n"]));
  expect(below).toMatchObject({ columns: [{ name: "a" }, { name: "b" }], rows: [[1, 2]], problem: null });
  expect(found.rows).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(await fixture.leftovers()).toEqual(NO_LEFTOVERS);
});

test("only the beginning of a long text is read", async () => {
  fixture.deps.config.maxUploadBytes = 10_000_000;
  const long = `x,y\n${"1,2\n".repeat(100_000)}this line,has,three values\n`;
  const found = await readJson<FilePreview>(await preview(["file", "a.csv", long]));
  expect([found.problem, found.rows.length]).toEqual([null, 20]);
});

test("a file of 2,000 columns is previewed", async () => {
  fixture.deps.config.maxUploadBytes = 10_000_000;
  const names = Array.from({ length: 2000 }, (_, i) => `column_${i}`);
  const rows = Array.from({ length: 9 }, (_, row) => names.map((_name, i) => (i % 2 ? row * i : `word ${row}`)).join());
  const found = await readJson<FilePreview>(await preview(["file", "a.csv", [names.join(), ...rows].join("\n")]));
  expect([found.problem, found.columns.length, found.rows[2]?.at(-1)]).toEqual([null, 2000, 2 * 1999]);
});

test.each<[string, FormPart[], number, string]>([
  ["of another kind", [["file", "a.pdf", "x"]], 400, "010408"],
  ["that is too large", [["file", "a.xlsx", "x".repeat(200_000)]], 413, "010413"],
  [
    "with an unknown encoding",
    [
      ["encoding", "ebcdic"],
      ["file", "a.csv", "x\n1\n"],
    ],
    400,
    "010201",
  ],
  [
    "with an unknown time zone",
    [
      ["timezone", "Mars/Olympus"],
      ["file", "a.csv", "x\n1\n"],
    ],
    400,
    "010201",
  ],
])("a preview is refused for a file %s", async (_case, parts, status, code) => {
  const answer = await preview(...parts);
  expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([status, code]);
  expect(await fixture.leftovers()).toEqual(NO_LEFTOVERS);
});

// @contract get-agatha-datasets-id-preview
test("a dataset's file is previewed with other options than its own, for those who may read it", async () => {
  const { id } = await readJson<{ id: string }>(await fixture.upload(["delimiter", ","], ["file", "a.csv", "x,y\n1,2\n"]));
  const path = `/agatha/datasets/${id}/preview/`;
  expect(await readJson<FilePreview>(await fixture.client("GET", path))).toMatchObject({ columns: [{ name: "x" }, { name: "y" }] });
  const other = await readJson<FilePreview>(await fixture.client("GET", `${path}?delimiter=%3B&header=none`));
  expect(other).toMatchObject({ columns: [{ name: "Column1" }], rows: [["x,y"], ["1,2"]] });
  expect(await readJson<FilePreview>(await fixture.client("GET", `${path}?skip_rows=1`))).toMatchObject({ columns: [], problem: {} });
  const stranger = await fixture.server.loggedInAs(await addUser(fixture.deps, "stranger"));
  expect((await stranger("GET", path)).status).toBe(404);
});
