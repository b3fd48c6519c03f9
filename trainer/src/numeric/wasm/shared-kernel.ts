/** Kernels whose calls run on several threads at once, over one memory. */
import { shareWork, threadLimit } from "../threads/pool.js";
import { createSharedMemory, instantiateOver } from "./instantiate.js";
import { callOf, exportNames, type KernelCall, type KernelWork } from "./kernel-work.js";

/** Sizes of a kernel's blocks in bytes. */
export interface SharedBlocks {
  /** Blocks that all threads use. */
  common: readonly number[];
  /** Blocks that each thread has for itself. */
  own: readonly number[];
}

/** Returns the calls that give the kernel of a thread the addresses of the common blocks and of its own. */
export type SetUp = (addresses: readonly number[], ownAddresses: readonly number[]) => KernelCall[];

export interface SharedKernel<E> {
  /** Exports for this thread. */
  exports: E;
  buffer: SharedArrayBuffer;
  /** Start addresses of the common blocks. */
  addresses: number[];
  /**
   * Calls an export once for each part, with the number of the part and the arguments, on this thread and on idle ones. The parts
   * must write to different addresses.
   */
  callParts(name: keyof E & string, parts: number, ...args: number[]): void;
}

const module = new URL("./kernel-work.js", import.meta.url);

/**
 * Instantiates a kernel with memory for the blocks, all zero. Its data are constant, since the threads share them. `code` is compiled
 * for shared memory by assembly/build.mjs.
 */
export function createSharedKernel<E>(code: string, { common, own }: SharedBlocks, setUp: SetUp): SharedKernel<E> {
  const threads = threadLimit();
  const { memory, addresses: all } = createSharedMemory([...common, ...Array.from({ length: threads }, () => own).flat()]);
  const addresses = all.slice(0, common.length);
  const setUps = Array.from({ length: threads }, (_, thread) => {
    const first = common.length + thread * own.length;
    return setUp(addresses, all.slice(first, first + own.length));
  });
  const exports = instantiateOver<E>(code, memory);
  const functions = exports as Record<string, (...args: number[]) => void>;
  for (const { name, args } of setUps[0]) functions[name](...args);
  const names = exportNames(functions);
  const input = { code, memory, setUps } satisfies KernelWork;
  const run = threads > 1 ? shareWork({ module, input, threads, work: callOf(functions) }) : undefined;
  return {
    exports,
    buffer: memory.buffer,
    addresses,
    callParts(name, parts, ...args) {
      if (run && parts > 1) run(parts, [names.indexOf(name), ...args]);
      else for (let part = 0; part < parts; part++) functions[name](part, ...args);
    },
  };
}
