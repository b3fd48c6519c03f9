import type { User } from "@agatha/contracts";
import type { TestDeps } from "../test-deps.js";
import { sweepUploads, takeOff } from "./in-flight.js";
import { CSV, FILE, type UploadFixture, uploadFixture } from "./test-upload.js";

let fixture: UploadFixture;
let deps: TestDeps;
let someone: User;
let upload: UploadFixture["upload"];
let objects: UploadFixture["objects"];
let leftovers: UploadFixture["leftovers"];

beforeEach(async () => {
  fixture = await uploadFixture();
  ({ deps, someone, upload, objects, leftovers } = fixture);
});
afterEach(() => fixture.end());

describe("a crash in the middle of an upload", () => {
  const lost = `uploads/${"0".repeat(32)}/source`;

  test("leaves bytes that are swept away, and no others", async () => {
    await upload(FILE);
    await deps.objects.put(lost, Buffer.from(CSV));
    await deps.objects.put("datasets/d1/table.parquet", Buffer.from("PAR1"));
    const flying = await takeOff(deps, someone.id);
    await deps.objects.put(flying.key, Buffer.from("half"));
    const keys = (await objects()).map(({ key }) => key);
    expect(await sweepUploads(deps)).toBe(1);
    expect((await objects()).map(({ key }) => key)).toEqual(keys.filter((key) => key !== lost));
    await flying.landed();
    expect(await sweepUploads(deps)).toBe(1);
  });

  test("of a connection to the store, after the dataset was written, is no loss", async () => {
    const { create } = deps.resources;
    deps.resources.create = async (...args) => {
      await create(...args);
      throw new Error("socket hang up");
    };
    expect((await upload(FILE)).status).toBe(201);
    expect(await leftovers()).toEqual({ datasets: 1, objects: 1, names: 0, files: [] });
  });
});
