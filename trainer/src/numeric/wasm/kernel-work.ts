import type { SharedTask } from "../threads/worker-protocol.js";
import { countSharedMemory, instantiateOver, type WasmMemory } from "./instantiate.js";

/** Call of a kernel's export. */
export interface KernelCall {
  name: string;
  args: number[];
}

/** A kernel that threads share. */
export interface KernelWork {
  code: string;
  memory: WasmMemory<SharedArrayBuffer>;
  /** Calls that set up the kernel, for each thread. */
  setUps: KernelCall[][];
}

type KernelFunctions = Record<string, (...args: number[]) => void>;

/** Instantiates the kernel over the shared memory. Returns a function that calls an export for a part. */
export const prepare: SharedTask<KernelWork> = ({ code, memory, setUps }, thread) => {
  countSharedMemory(memory);
  const functions = instantiateOver<KernelFunctions>(code, memory);
  for (const { name, args } of setUps[thread]) functions[name](...args);
  return callOf(functions);
};

/** Returns a function that calls an export for a part. The first argument is the export's place in the order of `exportNames`. */
export function callOf(functions: KernelFunctions): (part: number, args: readonly number[]) => void {
  const names = exportNames(functions);
  return (part, [at, ...args]) => functions[names[at]](part, ...args);
}

/** Returns the names of a kernel's exports, in the same order in every thread. */
export function exportNames(functions: object): string[] {
  return Object.keys(functions);
}
