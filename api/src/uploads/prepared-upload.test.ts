import type { User } from "@agatha/contracts";
import type { ErrorBody } from "@agatha/contracts/wire";
import { addUser, type Client, readJson, type TestDeps, type TestServer } from "../testing/deps.js";
import { CSV_PART, createUploadFixture, type FormPart, formData, type UploadFixture } from "../testing/upload-fixture.js";

let fixture: UploadFixture;
let deps: TestDeps;
let server: TestServer;
let someone: User;
let client: Client;
/** Uploads as the user who is logged in. */
const upload = (...parts: FormPart[]): Promise<Response> => client("POST", "/agatha/datasets/upload/", { body: formData(...parts) });
let datasets: UploadFixture["datasets"];

beforeEach(async () => {
  fixture = await createUploadFixture();
  ({ deps, server, someone, client, datasets } = fixture);
});
afterEach(() => fixture.close());

describe("a prepared upload", () => {
  const prepare = async (body: object): Promise<Response> => client("POST", "/agatha/datasets/prepare_upload_data/", { body });

  // @contract post-agatha-datasets-prepare-upload-data
  test("a prepared upload reserves its name, and its id becomes the dataset's", async () => {
    const answer = await prepare({ name: "Kept", size: 10, product_type: "occ" });
    expect(answer.status).toBe(201);
    const { id } = await readJson<{ id: string }>(answer);
    const sent = await upload(["id", id], CSV_PART);
    expect(await readJson(sent)).toEqual({ id, name: "Kept", status: "init" });
    expect((await datasets())[0]?.spec.productType).toBe("occ");
    expect((await upload(["id", id], CSV_PART)).status).toBe(404);
  });

  // @contract name-and-limits-are-checked-before-the
  test("an unused prepared upload blocks nothing: preparing again returns the same, and a file of its name replaces it", async () => {
    const { id } = await readJson<{ id: string }>(await prepare({ name: "Kept", size: 10 }));
    expect(await readJson(await prepare({ name: "Kept", size: 20, product_type: "opt" }))).toEqual({ id });
    expect(await readJson(await upload(["name", "Kept"], CSV_PART))).toEqual({ id, name: "Kept", status: "init" });
    expect((await upload(["id", id], CSV_PART)).status).toBe(404);
    expect((await prepare({ name: "Kept", size: 10 })).status).toBe(409);
  });

  test("concurrent uploads with one id create one dataset", async () => {
    const { id } = await readJson<{ id: string }>(await prepare({ name: "Kept", size: 10 }));
    const answers = await Promise.all([upload(["id", id], CSV_PART), upload(["name", "Kept"], CSV_PART)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, expect.any(Number)]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await datasets()).map(({ metadata }) => metadata.name)).toEqual([id]);
  });

  test("a prepared upload may get another name in the end", async () => {
    const { id } = await readJson<{ id: string }>(await prepare({ name: "First", size: 10 }));
    expect(await readJson(await upload(["id", id], ["name", "Second"], CSV_PART))).toMatchObject({ id, name: "Second" });
    expect((await prepare({ name: "First", size: 10 })).status).toBe(201);
  });

  test("a prepared upload is not available to other users", async () => {
    const { id } = await readJson<{ id: string }>(await prepare({ name: "Kept", size: 10 }));
    const other = await server.loggedInAs(await addUser(deps, "other"));
    const answer = await other("POST", "/agatha/datasets/upload", { body: formData(["id", id], CSV_PART) });
    expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([404, "010401"]);
  });

  test("a prepared upload expires after a day and frees its name", async () => {
    const { id } = await readJson<{ id: string }>(await prepare({ name: "Kept", size: 10 }));
    deps.advance(24 * 3_600_000);
    client = await server.loggedInAs(someone);
    expect((await upload(["id", id], CSV_PART)).status).toBe(404);
    expect((await upload(["name", "Kept"], CSV_PART)).status).toBe(201);
  });

  test.each([
    ["a name that a dataset has", { name: "Taken", size: 1 }, 409, "010402"],
    ["an illegal name", { name: "no spaces", size: 1 }, 400, "010412"],
    ["a size beyond the limit", { name: "Big", size: 100_001 }, 413, "010413"],
    // @contract name-and-limits-are-checked-before-the
  ])("a prepared upload is refused for %s", async (_case, body, status, code) => {
    await upload(["name", "Taken"], CSV_PART);
    const answer = await prepare(body);
    expect([answer.status, (await readJson<ErrorBody>(answer)).tukey_error]).toEqual([status, code]);
  });
});
