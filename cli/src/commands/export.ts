import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "../command.js";
import { CommandFailed, UsageError } from "../command-context.js";
import { parseChoice } from "../parse-arguments.js";
import { openSession } from "../session-file.js";
import { findModel } from "./find-by-id-or-name.js";
import { openOutput, printJson } from "./output.js";

const FORMATS = ["onnx", "tfjs"] as const;

export const exportCommand: Command = {
  operands: ["MODEL"],
  description: "Saves a trained model as a file that other programs can run",
  options: {
    format: {
      valueName: "NAME",
      description: `One of ${FORMATS.join(", ")}; onnx when left out. tfjs is a ZIP archive for TensorFlow.js, of DNN and AENN`,
    },
    output: { valueName: "FILE", description: "Where it goes" },
  },
  async run({ operands: [modelId = ""], options }, context) {
    const { output } = options;
    if (output === undefined) throw new UsageError("--output is missing: the file to write");
    const format = parseChoice("format", options.format ?? "onnx", FORMATS);
    const { api } = await openSession(context);
    const model = await findModel(api, modelId);
    const { body } = await api.exportModel(model.dataset_id, model.id, format);
    if (!body) throw new CommandFailed("The server sent no file");
    await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), openOutput(context, output), {
      signal: context.signal,
    });
    printJson(context, { id: model.id, format, output });
  },
};
