/** Runs in a thread: reads the beginning of one file, which takes long for a large workbook. */
import { parentPort, workerData } from "node:worker_threads";
import { type PreviewRequest, previewFile } from "@agatha/trainer/serving";

parentPort?.postMessage(await previewFile(workerData as PreviewRequest));
