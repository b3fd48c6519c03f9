import { readdir } from "node:fs/promises";
import { COLLECTIONS, type ObjectInfo, type Resource, type User } from "@agatha/contracts";
import { allRoutes } from "../app.js";
import { addUser, type Client, startServer, type TestDeps, type TestServer, testDeps } from "./deps.js";

export const CSV = "x,y\n1,2\n3,4\n";
/** Form field, or file with its name. */
export type FormPart = [name: string, value: string] | [name: string, fileName: string, bytes: string | Uint8Array];
export const CSV_PART: FormPart = ["file", "a.csv", CSV];

/** Returns a form with these parts in their order. */
export function formData(...parts: FormPart[]): FormData {
  const made = new FormData();
  for (const [name, value, bytes] of parts) {
    if (bytes === undefined) made.append(name, value);
    else made.append(name, new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)]), value);
  }
  return made;
}

/** Result of `leftovers` if nothing remains. */
export const NO_LEFTOVERS = { datasets: 0, objects: 0, names: 0, inProgress: 0, files: [] };

/** Empty stores, and a user who may upload. */
export interface UploadFixture {
  deps: TestDeps;
  server: TestServer;
  someone: User;
  client: Client;
  upload(...parts: FormPart[]): Promise<Response>;
  datasets(): Promise<Resource<"Dataset">[]>;
  objects(): Promise<ObjectInfo[]>;
  /** Returns how much of each kind is stored. */
  leftovers(): Promise<unknown>;
  close(): Promise<void>;
}

export async function createUploadFixture(): Promise<UploadFixture> {
  const deps = testDeps({ maxUploadBytes: 100_000 });
  const server = await startServer(deps, allRoutes(deps));
  const someone = await addUser(deps, "someone");
  const client = await server.loggedInAs(someone);
  const datasets = async () => (await deps.resources.list("Dataset")).items;
  const objects = async () => {
    const found: ObjectInfo[] = [];
    for await (const object of deps.objects.list("")) found.push(object);
    return found;
  };
  return {
    deps,
    server,
    someone,
    client,
    upload: (...parts) => client("POST", "/agatha/datasets/upload/", { body: formData(...parts) }),
    datasets,
    objects,
    leftovers: async () => ({
      datasets: (await datasets()).length,
      objects: (await objects()).length,
      names: await deps.documents.collection(COLLECTIONS.nameReservations).count(),
      inProgress: await deps.documents.collection(COLLECTIONS.uploadsInProgress).count(),
      files: await readdir(deps.config.scratch),
    }),
    async close() {
      await server.close();
      deps.cleanUp();
    },
  };
}
