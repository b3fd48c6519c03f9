/** A disk that is full or read-only while the product runs: it is reported, all can be read, and work goes on afterwards. */
import { closeSync, openSync, rmSync, statSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { canMount, mount, mountMemory, unmount } from "@agatha/contracts/testing/mount";
import type { ErrorBody } from "@agatha/contracts/wire";
import { type AgathaProcess, removeFolder, startAgatha, temporaryFolder, waitFor } from "../testing/agatha-process.js";
import { describeInBrowser } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";
import { TestClient } from "../testing/client.js";

const CSV = ["a,b,c", ...Array.from({ length: 200 }, (_, i) => `${i},${Math.sin(i)},${i % 7}`)].join("\n");
const FULL = { code: "010103", state: "full", words: /disk is full/ };
const READ_ONLY = { code: "010104", state: "read-only", words: /disk is read-only/ };

let folder: string;
let product: AgathaProcess;
let client: TestClient;

async function start(data: string, env: Record<string, string> = {}) {
  product = await startAgatha(data, env);
  client = new TestClient(product.url);
  await client.login();
}

async function objectsState(): Promise<string> {
  const { stores } = (await (await fetch(`${product.operationsUrl}/readyz`)).json()) as { stores: Record<string, string> };
  return stores.objects!;
}

const storesSay = (state: string) => waitFor(`/readyz to say ${state}`, async () => (await objectsState()) === state, 30);

/** Sends what changes something, on routes of every kind. A small write may still find room in a store's free pages. */
async function writeEverywhere(dataset: string, name: string) {
  const at = `agatha/datasets/${dataset}/`;
  return [
    await client.upload(`${name}.csv`, CSV),
    ...(await Promise.all(
      (
        [
          ["POST", "agatha/datasets/prepare_upload_data/", { name: `${name}P`, size: 10 }],
          ["PATCH", at, { name: `${name}R` }],
          ["POST", `${at}profiling/`, undefined],
          ["POST", `${at}models/`, { name: `${name}M`, model_type: "REGRESSION", response: "b" }],
          ["POST", `${at}automodels/`, { mode: "AUTO_REGRESSION", response: "b" }],
          ["POST", `${at}extraction/`, { spec: { type: "sort", by: [{ column: "a" }] } }],
          ["PATCH", "agatha/user/update_info/", { email: `${name}@example.com` }],
          ["POST", "accounts/forgot_password/", { username: "admin" }],
        ] as const
      ).map(([method, path, body]) => client.json<ErrorBody>(method, path, body)),
    )),
  ];
}

/** Expects lists, records and the table to be readable. */
async function expectReadable(dataset: string) {
  expect((await client.dataset(dataset)).nrow).toBe(200);
  expect((await client.json("GET", `agatha/datasets/${dataset}/rows/?limit=2`)).status).toBe(200);
  expect((await client.json("GET", "agatha/datasets/")).status).toBe(200);
}

describe.each([
  ["full", "ENOSPC", FULL],
  ["read-only", "EROFS", READ_ONLY],
] as const)("the folder of files is %s, as far as the process can tell", (_what, errno, expected) => {
  let marker: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    marker = join(folder, "failing");
    const preload = new URL("preload/failing-disk.js", import.meta.url);
    await start(join(folder, "data"), { NODE_OPTIONS: `--import=${preload.href}`, FAILING_DISK: marker });
  });
  afterEach(async () => {
    await product.stop();
    await removeFolder(folder);
  });

  // @contract a-disk-that-cannot-be-written-is-told
  test("an upload answers 507 with the cause, readiness and every answer name it, and all works again afterwards", async () => {
    const dataset = await client.uploadDataset("First.csv", CSV);
    writeFileSync(marker, errno);
    const { status, body } = await client.upload<ErrorBody>("Second.csv", CSV);
    expect([status, body.tukey_error]).toEqual([507, expected.code]);
    expect(body.message).toMatch(expected.words);
    await storesSay(expected.state);
    const answer = await client.request("GET", "agatha/user/");
    expect([answer.status, answer.headers.get("X-Storage-Problem")]).toEqual([200, expected.code]);
    await expectReadable(dataset.id);

    rmSync(marker);
    await storesSay("ok");
    expect((await client.request("GET", "agatha/user/")).headers.get("X-Storage-Problem")).toBeNull();
    await client.uploadDataset("Second.csv", CSV);
  });

  describeInBrowser("in the console", () => {
    const browser = useBrowser();

    // @contract a-disk-that-cannot-be-written-is-told
    test("the console says on every screen that nothing can be saved, until something can", async () => {
      writeFileSync(marker, errno);
      await storesSay(expected.state);
      const { context, page } = await browser.logIn(product.url);
      await page.getByRole("navigation", { name: "Areas" }).waitFor();
      const banner = page.getByRole("alert").filter({ hasText: expected.words });
      await banner.waitFor();
      rmSync(marker);
      await storesSay("ok");
      await page.getByRole("link", { name: "Analysis" }).click();
      await banner.waitFor({ state: "detached" });
      await context.close();
    });
  });
});

(canMount() ? describe : describe.skip)("a small file system (where it can be mounted; elsewhere not tested)", () => {
  let disk: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    disk = join(folder, "disk");
    mountMemory("48m", disk);
    await start(join(disk, "data"));
  });
  afterEach(async () => {
    await product.stop();
    unmount(disk);
    await removeFolder(folder);
  });

  const ballast = () => join(disk, "ballast");
  function fill(): void {
    const file = openSync(ballast(), "a");
    for (let size = 1 << 20; size >= 1; ) {
      try {
        writeSync(file, Buffer.alloc(size));
      } catch {
        size >>= 1;
      }
    }
    closeSync(file);
  }
  const makeRoom = () => rmSync(ballast());
  const leave = (bytes: number) => truncateSync(ballast(), statSync(ballast()).size - bytes);

  // @contract a-disk-that-cannot-be-written-is-told
  test.each([0, 4096])("on a disk with room for %i bytes every route answers as ever or 507, and a table can be opened", async (room) => {
    const dataset = await client.uploadDataset("First.csv", CSV);
    fill();
    leave(room);
    await expectReadable(dataset.id);
    const answers = await writeEverywhere(dataset.id, "Full");
    expect(answers[0]).toMatchObject({ status: 507, body: { tukey_error: FULL.code } });
    const refused = answers.filter(({ status }) => status >= 300);
    expect(refused.length).toBeGreaterThan(4);
    for (const { status, body } of refused) expect([status, (body as ErrorBody).tukey_error]).toEqual([507, FULL.code]);
    await expectReadable(dataset.id);
    await storesSay("full");
    makeRoom();
    await storesSay("ok");
    for (const { status } of await writeEverywhere(dataset.id, "Roomy")) expect(status).toBeLessThan(300);
  });

  // @contract a-disk-that-cannot-be-written-is-told
  test("a dataset that was uploaded just before the disk was full says why it stands still, and is read when there is room", async () => {
    const { body } = await client.upload("First.csv", CSV);
    fill();
    const standing = await waitFor("the dataset to say why it waits", async () => {
      const found = await client.dataset(body.id);
      return found.message !== null && found;
    });
    expect(["init", "preprocess"]).toContain(standing.status);
    expect(standing.message).toMatch(/full/);
    makeRoom();
    expect((await client.waitForDataset(body.id, "evaluating_finish")).nrow).toBe(200);
  });

  test("a server starts on a full disk, and works when there is room", async () => {
    const dataset = await client.uploadDataset("First.csv", CSV);
    await product.stop();
    fill();
    product = await startAgatha(join(disk, "data"));
    await storesSay("full");
    makeRoom();
    await storesSay("ok");
    client = new TestClient(product.url);
    await client.login();
    await expectReadable(dataset.id);
  });

  // @contract a-disk-that-cannot-be-written-is-told
  test("a folder of objects that becomes read-only is reported as such", async () => {
    const dataset = await client.uploadDataset("First.csv", CSV);
    const objects = join(disk, "data", "objects");
    mount(["--bind", objects], objects);
    mount(["-o", "remount,bind,ro"], objects);
    const { status, body } = await client.upload<ErrorBody>("Second.csv", CSV);
    expect([status, body.tukey_error]).toEqual([507, READ_ONLY.code]);
    await storesSay("read-only");
    await expectReadable(dataset.id);
    unmount(objects);
    await storesSay("ok");
    await client.uploadDataset("Second.csv", CSV);
  });
});
