import { Client } from "./client.js";
import { type Product, removeFolder, startProduct, temporaryFolder } from "./product.js";

export interface Running {
  /** Logged in as the manager. It stays the same over a restart, after which it is logged in anew. */
  client: Client;
  /** The folder with the product's data. */
  data(): string;
  /** Stops the product and starts it again on the same data. */
  restart(): Promise<void>;
}

/** A product for the tests of the file, or of the block, in which this is called: it is started before the first, and has to end without an error after the last. */
export function runningProduct(): Running {
  const client = new Client();
  let folder: string;
  let product: Product | undefined;

  async function start(): Promise<void> {
    product = await startProduct(folder);
    client.connectTo(product.url);
    expect((await client.login()).status).toBe(200);
  }
  async function stop(): Promise<void> {
    if (product) expect(await product.stop()).toBe(0);
  }

  beforeAll(async () => {
    folder = await temporaryFolder();
    await start();
  });
  afterAll(async () => {
    try {
      await stop();
    } finally {
      await removeFolder(folder);
    }
  });
  return {
    client,
    data: () => folder,
    async restart() {
      await stop();
      await start();
    },
  };
}
