/**
 * Command line: `save` writes an archive of the stores to standard output; `restore` reads a line with the uids, then an archive;
 * `ensure-empty` fails if a restoration would delete objects.
 */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { clusterVariables } from "@agatha/adapters/cluster/environment-variables";
import { openClusterStores } from "@agatha/adapters/cluster/open-cluster-stores";
import { readEnvironment } from "@agatha/adapters/server/environment-variables";
import { createCipher } from "@agatha/contracts/api-access/cipher";
import { z } from "zod";
import { createByteReader } from "./format.js";
import { ensureNoObjects, restoreStores } from "./restore.js";
import { saveStores } from "./save.js";

const environment = z.object({
  AGATHA_SECRET_KEY: z.string().min(1).describe("Encrypts API tokens at rest: that of the installation that was saved."),
  ...clusterVariables.shape,
});
const uidMapLine = z.object({ uids: z.record(z.string(), z.string()) });
const log = (text: string) => process.stderr.write(`${text}\n`);

async function main(command: string | undefined): Promise<void> {
  const variables = readEnvironment(environment, process.env);
  const stores = await openClusterStores(variables, { program: "agatha-archive", subscribes: false, log });
  try {
    if (command === "save")
      await pipeline(
        Readable.from(saveStores(stores, ({ message }) => log(`${message}. The archive does not contain it`))),
        process.stdout,
      );
    else if (command === "ensure-empty") await ensureNoObjects(stores);
    else if (command === "restore") {
      const input = createByteReader(process.stdin);
      const { uids } = uidMapLine.parse(JSON.parse((await input.readLine()) ?? "null"));
      const cipher = createCipher(Buffer.from(variables.AGATHA_SECRET_KEY, "base64"));
      const count = await restoreStores({ ...stores, cipher, uids: new Map(Object.entries(uids)) }, input);
      log(`${count.documents} documents and ${count.objects} objects are restored`);
    } else throw new Error("One of: save, restore, ensure-empty");
  } finally {
    await stores.close();
  }
}

await main(process.argv[2]).catch((error: unknown) => {
  log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
