/** The data folder of one machine: damage, formats, backups. With real servers, real commands and real kills. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openEnvironment, openTable } from "@agatha/adapters/lmdb/environment";
import { type AgathaProcess, removeFolder, startAgatha, temporaryFolder, waitFor } from "../end-to-end/testing/agatha-process.js";
import { TestClient } from "../end-to-end/testing/client.js";

const AGATHA = fileURLToPath(new URL("../../../cli/bin/agatha.mjs", import.meta.url));
const TABLES = { documents: ["documents", "indexes"], resources: ["resources-default"] };

const csv = (n: number) => ["a,b", ...Array.from({ length: 40 }, (_, i) => `${i},${i * n}`)].join("\n");

describe("the data folder of one machine", () => {
  let folder: string;
  let data: string;
  let product: AgathaProcess | undefined;
  let client: TestClient;

  beforeEach(async () => {
    folder = await temporaryFolder();
    data = join(folder, "data");
  });
  afterEach(async () => {
    await product?.stop();
    await removeFolder(folder);
  });

  async function start(path = data): Promise<AgathaProcess> {
    product = await startAgatha(path);
    client = new TestClient(product.url);
    await client.login();
    return product;
  }

  function agatha(...args: string[]): Promise<{ code: number; out: string; said: string }> {
    return new Promise((resolve) => {
      const env = { ...process.env, AGATHA_DATA: data };
      execFile(process.execPath, [AGATHA, ...args], { env }, (error, out, said) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, out, said }),
      );
    });
  }

  /** Inverts a bit in each place of the file where the text is. */
  function flip(path: string, text: string): void {
    const bytes = readFileSync(path);
    let count = 0;
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
      bytes[at]! ^= 1;
      count++;
    }
    expect(count).toBeGreaterThan(0);
    writeFileSync(path, bytes);
  }

  async function datasetNames(): Promise<string[]> {
    return (await client.api.datasets()).map(({ name }) => name).sort();
  }

  test("a server starts on damaged stores, names what is lost, sets it aside and serves the rest", async () => {
    const server = await start();
    for (const [n, name] of ["Kept", "Lost", "Other"].entries()) await client.uploadDataset(`${name}.csv`, csv(n));
    await server.stop();
    flip(join(data, "resources/data.mdb"), '"displayName":"Lost"');
    const found = await agatha("doctor");
    expect(found).toMatchObject({ code: 1, out: expect.stringMatching(/lost +resources: Dataset\//) });

    const again = await start();
    expect(again.output()).toMatch(/The record Dataset\/\S+ is lost\. Restore a backup/);
    expect(await datasetNames()).toEqual(["Kept", "Other"]);
    const [quarantine = ""] = readdirSync(join(data, "quarantine"));
    const kept = readdirSync(join(data, "quarantine", quarantine), { recursive: true }).map(String);
    expect(kept).toEqual(expect.arrayContaining(["resources/data.mdb", "resources/report.json"]));
    // The upload of the lost dataset is kept too: a sweeper would delete what nothing names.
    expect(kept.filter((path) => path.includes("/source"))).toHaveLength(2);
    await again.stop();
    expect(await agatha("doctor")).toMatchObject({ code: 0, out: "" });
  });

  test("a dataset whose record is damaged comes back from its last change", async () => {
    const server = await start();
    const { id } = await client.uploadDataset("Oven.csv", csv(3));
    await server.stop();
    const environment = openEnvironment(join(data, "resources"));
    const key = `resource/Dataset/${id}`;
    const { metadata } = openTable(environment, "resources-default").get(key) as { metadata: { resourceVersion: string } };
    // The record alone is damaged, not the copy in its last change.
    const texts = environment.openDB<string, string>({ name: "resources-default", encoding: "string", useVersions: true });
    const { value, version } = texts.getEntry(key)!;
    expect(value).toContain('"displayName":"Oven"');
    texts.putSync(key, value.replace('"displayName":"Oven"', '"displayName":"Ovem"'), version!);
    await environment.close();
    const again = await start();
    expect(again.output()).toContain(`The record Dataset/${id} was damaged and is restored from its last change`);
    expect((await client.dataset(id)).status).toBe("evaluating_finish");
    expect(Number(metadata.resourceVersion)).toBeGreaterThan(1);
  });

  test("doctor names objects that are damaged, missing or of nobody, also while the server runs", async () => {
    await start();
    const { id } = await client.uploadDataset("Oven.csv", csv(3));
    expect(await agatha("doctor")).toMatchObject({ code: 0, out: "" });
    const objects = join(data, "objects/objects");
    const files = readdirSync(objects, { recursive: true }).map(String);
    const source = files.find((path) => path.endsWith("source"))!;
    const table = files.find((path) => path.endsWith("table.parquet"))!;
    cpSync(join(objects, dirname(source)), join(objects, "uploads/nobody"), { recursive: true });
    rmSync(join(objects, dirname(source)), { recursive: true });
    const file = files.find((path) => path.startsWith(`${table}~`))!;
    const bytes = readFileSync(join(objects, file));
    bytes[40]! ^= 1;
    rmSync(join(objects, file));
    writeFileSync(join(objects, file), bytes);
    const { code, out } = await agatha("doctor", "--json");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      damaged: expect.arrayContaining([{ key: table, owner: `Dataset Oven (${id})`, reason: expect.stringContaining("damaged") }]),
      missing: [{ key: source, owner: `Dataset Oven (${id})` }],
      orphans: ["uploads/nobody/source"],
    });
    expect(await agatha("doctor", "--repair")).toMatchObject({ code: 1, said: expect.stringContaining("Stop it first") });
  });

  test("doctor names the dataset of missing joined rows", async () => {
    await start();
    const { id } = await client.uploadDataset("Oven.csv", csv(3));
    const { id: joined } = await client.uploadDataset("Press.csv", csv(2));
    const on = [{ column: "a", other: "a" }];
    await client.api.createExtraction(id, { spec: { type: "join", dataset: joined, on, columns: ["b"], prefix: "press_" } });
    expect(await agatha("doctor")).toMatchObject({ code: 0, out: "" });
    const objects = join(data, "objects/objects");
    const copy = readdirSync(objects, { recursive: true })
      .map(String)
      .find((path) => /\/joins\/[^~]+$/.test(path))!;
    rmSync(join(objects, dirname(copy)), { recursive: true });
    const { code, out } = await agatha("doctor", "--json");
    expect([code, JSON.parse(out).missing]).toEqual([1, [{ key: copy, owner: `Dataset Oven (${id})` }]]);
  });

  test("a server killed in the midst of writes leaves a sound folder", async () => {
    const server = await start();
    const uploads = Array.from({ length: 12 }, (_, n) => client.upload(`Part${n}.csv`, csv(n)).catch(() => undefined));
    await waitFor("an upload to be acknowledged", async () => (await client.api.datasets()).length > 0);
    await server.kill();
    await Promise.all(uploads);
    const { code, out } = await agatha("doctor", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ missing: [], damaged: [] });
  });

  test("while its folder is elsewhere, a server refuses what it could not keep and is not ready; back in its place it is used again", async () => {
    const { operationsUrl } = await start();
    const upload = async (name: string) => (await client.upload(`${name}.csv`, csv(1))).status;
    const ready = async () => (await fetch(`${operationsUrl}/readyz`)).status;
    expect([await upload("before"), await ready()]).toEqual([201, 200]);
    renameSync(data, `${data}.moved`);
    expect(await upload("lost")).toBe(503);
    await waitFor("/readyz to say 503", async () => (await ready()) === 503, 30);
    rmSync(data, { recursive: true, force: true });
    renameSync(`${data}.moved`, data);
    expect([await upload("after"), await datasetNames()]).toEqual([201, ["after", "before"]]);
    await waitFor("/readyz to say 200", async () => (await ready()) === 200, 30);
  });

  test("a backup that is taken while the server writes is restored whole", async () => {
    await start();
    const before = await Promise.all(Array.from({ length: 3 }, (_, n) => client.uploadDataset(`Before${n}.csv`, csv(n))));
    let writing = true;
    let written = 0;
    const write = async (): Promise<void> => {
      while (writing) {
        const { id } = await client.uploadDataset(`During${written}.csv`, csv(written++));
        if (written % 3 === 0) await client.api.deleteDataset(id);
      }
    };
    const writer = write();
    await waitFor("writes to have begun", async () => written > 3);
    const backup = join(folder, "backup");
    expect(await agatha("backup", backup)).toMatchObject({ code: 0 });
    writing = false;
    await writer;
    await product!.kill();

    expect(await agatha("restore", backup)).toMatchObject({ code: 1, said: expect.stringContaining("is not empty. With --replace") });
    expect(await agatha("restore", backup, "--replace")).toMatchObject({ code: 0 });
    expect(await agatha("doctor")).toMatchObject({ code: 0 });
    await start();
    for (const [n, { id }] of before.entries()) {
      expect((await client.api.rows(id, { start: 1, limit: 1 }))?.data).toEqual([[1, n]]);
    }
    for (const { id, name } of await client.api.datasets()) {
      await client.waitForDataset(id, "evaluating_finish");
      expect((await client.api.rows(id, { start: 1, limit: 1 }))?.data).toEqual([[1, Number(/\d+$/.exec(name)?.[0])]]);
    }
  });

  test("a damaged backup is told before anything changes, and the rest of it can be restored", async () => {
    const server = await start();
    await client.uploadDataset("Oven.csv", csv(3));
    await server.stop();
    const backup = join(folder, "backup");
    await agatha("backup", backup);
    flip(join(backup, "documents/data.mdb"), "username");
    const other = join(folder, "other");
    const refused = await agatha("restore", backup, "--data", other);
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("documents/data.mdb is damaged in the backup") });
    expect(readdirSync(other)).toEqual(["lock"]);
    expect(await agatha("restore", backup, "--data", other, "--damaged")).toMatchObject({ code: 0 });
    rmSync(join(backup, "backup.json"));
    expect(await agatha("restore", backup, "--data", other)).toMatchObject({
      code: 1,
      said: expect.stringContaining("no complete backup"),
    });
    expect((await startAgatha(other).then(async (started) => [started.output(), await started.stop()]))[0]).toMatch(/users\/\S+ is lost/);
  });

  test("a server does not start on a restore that was cut off", async () => {
    mkdirSync(join(data, "restoring"), { recursive: true });
    await expect(startAgatha(data)).rejects.toThrow("was interrupted. Repeat it: npx agatha restore FOLDER --replace");
  });

  /** Writes the stores as format 1 had them: JSON without checksums. */
  async function writeFormat1(): Promise<void> {
    for (const [store, names] of Object.entries(TABLES)) {
      const directory = join(data, store);
      const now = openEnvironment(directory);
      const before = openEnvironment(`${directory}.1`);
      for (const name of names) {
        const earlier = before.openDB<unknown, string>({ name, encoding: "json", useVersions: true });
        const isNew = (key: string) => key.startsWith("!document/");
        for (const { key, value } of openTable(now, name).getRange({})) if (!isNew(key)) earlier.putSync(key, value, 0.5);
      }
      await Promise.all([now.close(), before.close()]);
      rmSync(directory, { recursive: true });
      renameSync(`${directory}.1`, directory);
    }
    rmSync(join(data, "format-3"));
  }

  test("a folder of the format before is migrated after a copy, and a migration that was cut off is repeated", async () => {
    const server = await start();
    const { id } = await client.uploadDataset("Oven.csv", csv(3));
    await server.stop();
    await writeFormat1();
    for (const command of [["backup", join(folder, "backup")], ["doctor"]])
      expect((await agatha(...command)).said).toContain("Start Agatha on it once");
    const migrated = await start();
    expect(migrated.output()).toContain("The data folder has format 3 now");
    expect((await client.dataset(id)).status).toBe("evaluating_finish");
    expect(readdirSync(join(data, "before-format-2")).sort()).toEqual(["documents", "resources"]);
    await migrated.stop();
    expect(await agatha("doctor")).toMatchObject({ code: 0 });
    rmSync(join(data, "format-3"));
    await start();
    expect((await client.dataset(id)).status).toBe("evaluating_finish");
  });

  test("a folder of a newer version is refused, with what to do", async () => {
    const server = await start();
    await server.stop();
    product = undefined;
    writeFileSync(join(data, "format-4"), "");
    await expect(startAgatha(data)).rejects.toThrow("it has format 4, and this version reads formats up to 3. Start that version again");
    expect(await agatha("doctor")).toMatchObject({ code: 1, said: expect.stringContaining("A newer version of Agatha") });
  });
});
