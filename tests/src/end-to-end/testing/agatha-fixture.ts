import { type AgathaProcess, removeFolder, startAgatha, temporaryFolder } from "./agatha-process.js";
import { TestClient } from "./client.js";

interface AgathaFixture {
  /** Client logged in as the manager. It is logged in again after a restart. */
  client: TestClient;
  /** Returns the folder with the product's data. */
  data(): string;
  /** Stops the product and starts it again on the same data. */
  restart(): Promise<void>;
}

/**
 * Starts a product, with these settings, before the first test of the enclosing file or describe block. After the last test the
 * product must end without an error.
 */
export function useAgatha(settings: Record<string, string> = {}): AgathaFixture {
  const client = new TestClient();
  let folder: string;
  let product: AgathaProcess | undefined;

  async function start(): Promise<void> {
    product = await startAgatha(folder, settings);
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
