/** Thread of the server that takes one snapshot of the data folder, so that the server answers while the stores are locked. */
import { parentPort, workerData } from "node:worker_threads";
import { takeSnapshot } from "./snapshot.js";

parentPort?.postMessage(await takeSnapshot(workerData as string));
