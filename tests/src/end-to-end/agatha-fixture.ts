import { type AgathaProcess, removeFolder, startAgatha, temporaryFolder } from "./agatha-process.js";
import { TestClient } from "./client.js";

export interface AgathaFixture {
  /** Logged in as the manager. It stays the same over a restart, after which it is logged in anew. */
  client: TestClient;
  /** The folder with the product's data. */
  data(): string;
  /** Stops the product and starts it again on the same data. */
  restart(): Promise<void>;
}

/** A product for the tests of the file, or of the block, in which this is called: it is started before the first, and has to end without an error after the last. */
export function useAgatha(): AgathaFixture {
  const client = new TestClient();
  let folder: string;
  let product: AgathaProcess | undefined;

  async function start(): Promise<void> {
    product = await startAgatha(folder);
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
