/** Runs in a thread: converts one trained model, which takes long for a large one. */
import { parentPort, workerData } from "node:worker_threads";
import { type ClassDecision, InvalidInput } from "@agatha/contracts";
import { exportLayersModel, exportOnnx } from "@agatha/trainer/serving";

export interface ExportTask {
  format: keyof typeof CONVERSIONS;
  artifact: Uint8Array;
  /** How the exported model chooses a class. */
  decision: ClassDecision | undefined;
}

export type ExportAnswer = { file: Uint8Array } | { refused: Pick<InvalidInput, "code" | "problems"> };

const CONVERSIONS = { onnx: exportOnnx, tfjs: exportLayersModel };

async function convert({ format, artifact, decision }: ExportTask): Promise<ExportAnswer> {
  try {
    return { file: await CONVERSIONS[format](artifact, decision) };
  } catch (error) {
    if (error instanceof InvalidInput) return { refused: { code: error.code, problems: error.problems } };
    throw error;
  }
}

parentPort?.postMessage(await convert(workerData as ExportTask));
