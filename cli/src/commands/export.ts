import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { oneOf } from "../arguments.js";
import type { Command } from "../command.js";
import { print } from "../command.js";
import { openSession } from "../session-file.js";
import { Failed, UsageError } from "../world.js";
import { findModel } from "./find-model.js";
import { openOutput } from "./output.js";

const FORMATS = ["onnx", "model"] as const;

export const exporting: Command = {
  operands: ["MODEL"],
  about: "Saves a trained model as a file that other programs can run",
  options: {
    format: { value: "NAME", about: `One of ${FORMATS.join(", ")}; onnx when left out` },
    output: { value: "FILE", about: "Where it goes" },
  },
  async run({ operands: [modelId = ""], options }, world) {
    const { output } = options;
    if (output === undefined) throw new UsageError("--output is missing: the file to write");
    const format = oneOf("format", options.format ?? "onnx", FORMATS);
    const { api } = await openSession(world);
    const model = await findModel(api, modelId);
    const { body } = await api.exportModel(model.dataset_id, model.id, format);
    if (!body) throw new Failed("The server sent no file");
    await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), openOutput(world, output));
    print(world, { id: model.id, format, output });
  },
};
