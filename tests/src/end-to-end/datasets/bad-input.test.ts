/** Unusable input is rejected or fails with its catalogue error, and leaves nothing behind. */
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import type { ErrorBody } from "@agatha/contracts/wire";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { waitFor } from "../testing/agatha-process.js";
import { damagedWorkbook, decompressionBombWorkbook, workbook } from "../testing/workbooks.js";

describe("bad input", () => {
  const { client, data } = useAgatha();

  async function files(): Promise<string[]> {
    const found = await readdir(data(), { recursive: true, withFileTypes: true });
    return found
      .filter((entry) => entry.isFile() && !/\.mdb|lock|\.pid|secret/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  }

  const datasetCount = async (): Promise<number> => (await client.api.datasets()).length;

  const refused: Record<string, { file: string; bytes: Uint8Array | string; code: string; detail?: RegExp }> = {
    "an empty file": { file: "empty.csv", bytes: "", code: "010406" },
    "a header without rows": { file: "header.csv", bytes: "a,b,c\n", code: "010406" },
    "a repeated header": { file: "twice.csv", bytes: "a,b,a\n1,2,3\n", code: "010404", detail: /a/ },
    "an empty header": { file: "nameless.csv", bytes: "a,,c\n1,2,3\n", code: "010410", detail: /2/ },
    "a reserved header": { file: "reserved.csv", bytes: "__id__,b\n1,2\n", code: "010411", detail: /__id__/ },
    "a wrong extension": { file: "table.pdf", bytes: "a,b\n1,2\n", code: "010408" },
    "binary rubbish": { file: "rubbish.csv", bytes: deflateRawSync(carsCsv()), code: "010407" },
    "a damaged workbook": { file: "damaged.xlsx", bytes: damagedWorkbook(), code: "010407" },
    "text with the extension of a workbook": { file: "text.xlsx", bytes: "a,b\n1,2\n", code: "010407" },
    "a workbook that unpacks to 512 MiB": { file: "bomb.xlsx", bytes: decompressionBombWorkbook(), code: "010407" },
  };

  // @contract column-names-do-not-repeat-are-not
  test.each(Object.entries(refused))(
    "%s is rejected with its code and leaves nothing behind",
    async (_title, { file, bytes, code, detail }) => {
      const before = { files: await files(), datasets: await datasetCount() };
      const { status, body } = await client.upload<ErrorBody>(file, bytes);
      expect([status >= 400 && status < 500, body.tukey_error]).toEqual([true, code]);
      if (detail) expect(JSON.stringify(body.detail)).toMatch(detail);
      expect({ files: await files(), datasets: await datasetCount() }).toEqual(before);
    },
  );

  test("an aborted upload leaves nothing behind", async () => {
    const before = { files: await files(), datasets: await datasetCount() };
    const url = new URL("agatha/datasets/upload/", client.url);
    const headers = client.headers();
    await new Promise<void>((resolve) => {
      const upload = request(url, {
        method: "POST",
        headers: { ...headers, "content-type": "multipart/form-data; boundary=x", "content-length": "100000000" },
      });
      upload.on("error", () => resolve());
      upload.write('--x\r\ncontent-disposition: form-data; name="file"; filename="half.csv"\r\n\r\na,b\n');
      upload.write("1,2\n".repeat(250_000), () => upload.destroy());
    });
    await waitFor("the half file to be gone", async () => JSON.stringify(await files()) === JSON.stringify(before.files));
    expect(await datasetCount()).toBe(before.datasets);
  });

  test("headers such as __proto__, quotes and emoji become columns like any other", async () => {
    const names = ["__proto__", "constructor", 'say "hi"', "it's", "😀", "a;b", "select * from"];
    const line = (values: (string | number)[]) => values.map((value) => `"${String(value).replaceAll('"', '""')}"`).join(",");
    const rows = Array.from({ length: 60 }, (_, i) => names.map((_, j) => i * (j + 1) + (i % 7)));
    const dataset = await client.uploadDataset("names.csv", [line(names), ...rows.map(line)].join("\n"));
    expect(await client.api.rows(dataset.id, { limit: 60 })).toMatchObject({ columns: names, data: rows });
    const model = await client.train(dataset.id, {
      name: "Odd",
      model_type: "REGRESSION",
      response: "😀",
      layers: [{ nodes: [{ algorithm: "GLM" }] }],
    });
    expect(model).toMatchObject({ status: "success" });
  });

  test("a formula cell has the value that it shows", async () => {
    const dataset = await client.uploadDataset(
      "formula.xlsx",
      workbook([["a", "b"], ...Array.from({ length: 20 }, (_, i) => [i, { formula: `A${i + 2}*2`, value: i * 2 }])]),
    );
    expect((await client.api.rows(dataset.id, { limit: 3 }))?.data).toEqual([
      [0, 0],
      [1, 2],
      [2, 4],
    ]);
  });

  // @contract files-are-csv-xlsx-or-xls-and
  test("a row with too many fields fails with its line, and the dataset can be deleted", async () => {
    const rows = Array.from({ length: 50_000 }, (_, i) => (i === 40_000 ? "1,2,3" : `${i},${i}`));
    const { body } = await client.upload("ragged.csv", ["a,b", ...rows].join("\n"));
    const dataset = await client.waitForDataset(body.id, "preprocess_fail");
    expect([dataset.reason, dataset.message]).toEqual(["010407", expect.stringContaining("40002")]);
    expect((await client.api.deleteDataset(body.id)).status).toBe(204);
  });
});
