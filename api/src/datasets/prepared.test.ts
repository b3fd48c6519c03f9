import type { User } from "@agatha/contracts";
import type { ErrorBody } from "@agatha/contracts/wire";
import { addUser, bodyOf, type Client, type TestDeps, type TestServer } from "../test-deps.js";
import { FILE, form, type Part, type UploadFixture, uploadFixture } from "./test-upload.js";

let fixture: UploadFixture;
let deps: TestDeps;
let server: TestServer;
let someone: User;
let client: Client;
/** By whoever is logged in now. */
const upload = (...parts: Part[]): Promise<Response> => client("POST", "/agatha/datasets/upload/", { body: form(...parts) });
let datasets: UploadFixture["datasets"];

beforeEach(async () => {
  fixture = await uploadFixture();
  ({ deps, server, someone, client, datasets } = fixture);
});
afterEach(() => fixture.end());

describe("a prepared upload", () => {
  const prepare = async (body: object): Promise<Response> => client("POST", "/agatha/datasets/prepare_upload_data/", { body });

  test("has its name kept, and its id becomes the dataset's", async () => {
    const answer = await prepare({ name: "Kept", size: 10, product_type: "occ" });
    expect(answer.status).toBe(201);
    const { id } = await bodyOf<{ id: string }>(answer);
    const sent = await upload(["id", id], FILE);
    expect(await bodyOf(sent)).toEqual({ id, name: "Kept", status: "init" });
    expect((await datasets())[0]?.spec.productType).toBe("occ");
    expect((await upload(["id", id], FILE)).status).toBe(404);
  });

  test("that never came stands in nobody's way: prepared again it is the same, and a file of its name takes its place", async () => {
    const { id } = await bodyOf<{ id: string }>(await prepare({ name: "Kept", size: 10 }));
    expect(await bodyOf(await prepare({ name: "Kept", size: 20, product_type: "opt" }))).toEqual({ id });
    expect(await bodyOf(await upload(["name", "Kept"], FILE))).toEqual({ id, name: "Kept", status: "init" });
    expect((await upload(["id", id], FILE)).status).toBe(404);
    expect((await prepare({ name: "Kept", size: 10 })).status).toBe(409);
  });

  test("that is sent twice at once becomes one dataset", async () => {
    const { id } = await bodyOf<{ id: string }>(await prepare({ name: "Kept", size: 10 }));
    const answers = await Promise.all([upload(["id", id], FILE), upload(["name", "Kept"], FILE)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, expect.any(Number)]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await datasets()).map(({ metadata }) => metadata.name)).toEqual([id]);
  });

  test("may get another name in the end", async () => {
    const { id } = await bodyOf<{ id: string }>(await prepare({ name: "First", size: 10 }));
    expect(await bodyOf(await upload(["id", id], ["name", "Second"], FILE))).toMatchObject({ id, name: "Second" });
    expect((await prepare({ name: "First", size: 10 })).status).toBe(201);
  });

  test("is nobody else's", async () => {
    const { id } = await bodyOf<{ id: string }>(await prepare({ name: "Kept", size: 10 }));
    const other = await server.as(await addUser(deps, "other"));
    const answer = await other("POST", "/agatha/datasets/upload", { body: form(["id", id], FILE) });
    expect([answer.status, (await bodyOf<ErrorBody>(answer)).tukey_error]).toEqual([404, "010401"]);
  });

  test("ends after a day, and gives its name back", async () => {
    const { id } = await bodyOf<{ id: string }>(await prepare({ name: "Kept", size: 10 }));
    deps.advance(24 * 3_600_000);
    client = await server.as(someone);
    expect((await upload(["id", id], FILE)).status).toBe(404);
    expect((await upload(["name", "Kept"], FILE)).status).toBe(201);
  });

  test.each([
    ["a name that a dataset has", { name: "Taken", size: 1 }, 409, "010402"],
    ["an illegal name", { name: "no spaces", size: 1 }, 400, "010412"],
    ["a size beyond the limit", { name: "Big", size: 100_001 }, 413, "010413"],
  ])("is refused for %s", async (_case, body, status, code) => {
    await upload(["name", "Taken"], FILE);
    const answer = await prepare(body);
    expect([answer.status, (await bodyOf<ErrorBody>(answer)).tukey_error]).toEqual([status, code]);
  });
});
