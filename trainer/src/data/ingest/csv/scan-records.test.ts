import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom } from "../../../numeric/random.js";
import { scanRecords } from "./scan-records.js";

const dialect = { delimiter: ",", quote: '"', escape: '"' };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "agatha-records-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns undefined when no end of a record is found. */
async function recordsOf(text: string | Buffer): Promise<string[] | undefined> {
  const path = join(folder, "text.csv");
  await writeFile(path, text);
  const found: Buffer[] = [];
  const visit = ({ count, at }: { count: number; at(index: number): Buffer }) => {
    for (let i = 0; i < count; i++) found.push(Buffer.from(at(i)));
  };
  const told = await scanRecords({ path, dialect }, new AbortController().signal, visit);
  return told ? found.map((bytes) => bytes.toString("latin1")) : undefined;
}

/** Splits the records byte by byte. */
function expectedRecords(text: string): string[] {
  const records: string[] = [];
  let record = "";
  let isOpen = false;
  for (const character of text) {
    record += character;
    if (character === '"') isOpen = !isOpen;
    if (character !== "\n" || isOpen) continue;
    if (record !== "\n" && record !== "\r\n") records.push(record);
    record = "";
  }
  return record === "" ? records : [...records, `${record}\n`];
}

test.each([
  ["none", "", []],
  ["one that does not end", "a,b", ["a,b\n"]],
  ["empty lines of both kinds", "\n\r\na\n\n\r\nb\r\n\r\n", ["a\n", "b\r\n"]],
  ["a line of one return", "a\r\r\n\r\n", ["a\r\r\n"]],
  ["line ends within quotes", 'a\n"b\n\n""c"\nd\n', ["a\n", '"b\n\n""c"\n', "d\n"]],
  ["a quote that nobody closes", 'a\n"b\nc\n', undefined],
])("splits a text into records: %s", async (_which, text, records) => {
  expect(await recordsOf(text)).toEqual(records);
});

// A piece of a file has one mebibyte, a block of the kernel 65,536 bytes, a step of the kernel 16 bytes. With few quotes, long
// stretches stay quoted.
test.each([
  [15, 0.1],
  [16, 0.3],
  [65_535, 0.5],
  [65_536, 0.0001],
  [65_537, 0.02],
  [1_200_001, 0.001],
  [2_300_000, 0],
])("splits records of %i bytes with a share of %f quotes", async (length, share) => {
  const random = createRandom(length);
  const drawn = Array.from({ length }, () => (random.next() < share ? '"' : "\r\n\n\nab,\xe9"[Math.floor(random.next() * 8)]));
  const text = drawn.join("");
  // An odd number of quotes gets a closing one.
  const closed = text.split('"').length % 2 === 0 ? `${text}"` : text;
  expect(await recordsOf(Buffer.from(closed, "latin1"))).toEqual(expectedRecords(closed));
});
