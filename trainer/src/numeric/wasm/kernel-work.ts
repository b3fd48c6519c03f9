import type { NumberedWorkerTask } from "../threads/worker-protocol.js";
import { countSharedMemory, instantiateOver, type WasmMemory } from "./instantiate.js";

/** Call of a kernel's export. */
export interface KernelCall {
  name: string;
  args: number[];
}

/** Calls of one export of a kernel, which threads share. */
export interface KernelWork {
  code: string;
  memory: WasmMemory<SharedArrayBuffer>;
  /** Calls that set up the kernel, for each thread. */
  setUps: KernelCall[][];
  /** The export, and its arguments after the number of the part. */
  call: KernelCall;
}

/** Instantiates the kernel over the shared memory, and calls the export for a part. */
export const prepare: NumberedWorkerTask<KernelWork, void> = ({ code, memory, setUps, call }, thread) => {
  countSharedMemory(memory);
  const functions = instantiateOver<Record<string, (...args: number[]) => void>>(code, memory);
  for (const { name, args } of setUps[thread]) functions[name](...args);
  return (part) => functions[call.name](part, ...call.args);
};
