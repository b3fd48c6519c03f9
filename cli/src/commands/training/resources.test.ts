import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resourceFields } from "./resources.js";

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "agatha-resources-"));
  file = join(folder, "resources.json");
});
afterAll(async () => await rm(folder, { recursive: true }));

test("options of a training's resources come before those of the file", async () => {
  await writeFile(file, JSON.stringify({ queueName: "shared", tolerations: [{ key: "gpu", operator: "Exists" }] }));
  const options = { queue: "team-a", "priority-class": "low", memory: "2048", cpus: "0.5", deadline: "600", resources: file };
  expect(await resourceFields(options)).toEqual({
    resources: {
      queueName: "team-a",
      priorityClassName: "low",
      memoryMiB: 2048,
      cpus: 0.5,
      deadlineSeconds: 600,
      tolerations: [{ key: "gpu", operator: "Exists" }],
    },
  });
});

test("without an option, the request does not choose resources", async () => {
  expect(await resourceFields({ response: "y" })).toEqual({});
});

test.each([
  ["a number in words", { memory: "much" }, undefined, "--memory is a number"],
  ["a list of resources", {}, "[1]", "--resources is a JSON object"],
  ["a file of something else", {}, "queue: a", "--resources is no JSON"],
])("%s is refused", async (_what, options, content, message) => {
  if (content !== undefined) await writeFile(file, content);
  const given = content === undefined ? options : { ...options, resources: file };
  await expect(resourceFields(given)).rejects.toThrow(message);
});
