import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { readFutureFile } from "./future-file.js";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "agatha-future-"));
});
afterAll(() => rm(folder, { recursive: true }));

const model = { time_series_params: { time: "month", knownAhead: ["價格"] } } as ModelAnswer;
const fileOf = async (...parts: readonly (string | Uint8Array)[]) => {
  const file = join(folder, "plan.csv");
  await writeFile(file, Buffer.concat(parts.map((part) => Buffer.from(part))));
  return file;
};

test("rows of a .csv file in UTF-8 are read, with a byte order mark too", async () => {
  const file = await fileOf("\ufeffmonth,價格\n2025-01,9\n");
  await expect(readFutureFile(file, model)).resolves.toEqual([{ month: "2025-01", 價格: 9 }]);
});

test("a .csv file in another encoding is refused, with what to do", async () => {
  const priceInBig5 = Uint8Array.of(0xbb, 0xf9, 0xae, 0xe6);
  const file = await fileOf("month,", priceInBig5, "\n2025-01,9\n");
  await expect(readFutureFile(file, model)).rejects.toThrow(`${file} is not UTF-8: save it as "CSV UTF-8"`);
});
