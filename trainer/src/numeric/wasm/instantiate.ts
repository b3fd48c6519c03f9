import { roundUp } from "../round-up.js";

/** Memory of a kernel. */
export interface WasmMemory<B = ArrayBuffer | SharedArrayBuffer> {
  readonly buffer: B;
}

/** The part of WebAssembly in use here. TypeScript declares it only in the types for browsers. */
declare const WebAssembly: {
  Memory: new (size: { initial: number; maximum?: number; shared?: boolean }) => WasmMemory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

/** A number that a kernel exports. */
export interface WasmGlobal {
  readonly value: number;
}

/** First address after a kernel's own data. */
const FIRST_BLOCK_ADDRESS = 65_536;
const PAGE_BYTES = 65_536;
/** Blocks begin at multiples of this, so that a kernel can read 16 bytes at once. */
const ALIGNMENT = 16;

export interface WasmInstance<E> {
  exports: E;
  buffer: ArrayBuffer;
  /** Start address of each block. */
  addresses: number[];
}

const compiledModules = new Map<string, object>();

/**
 * Instantiates a kernel with memory of its own for blocks of these sizes in bytes, all zero. `code` is the output of
 * assembly/build.mjs.
 */
export function instantiateWasm<E>(code: string, blocks: readonly number[]): WasmInstance<E> {
  const { addresses, pages } = layOutBlocks(blocks);
  const memory = new WebAssembly.Memory({ initial: pages }) as WasmMemory<ArrayBuffer>;
  return { exports: instantiateOver<E>(code, memory), buffer: memory.buffer, addresses };
}

/** Creates memory for blocks of these sizes in bytes that several threads can use at once, all zero. */
export function createSharedMemory(blocks: readonly number[]): { memory: WasmMemory<SharedArrayBuffer>; addresses: number[] } {
  const { addresses, pages } = layOutBlocks(blocks);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }) as WasmMemory<SharedArrayBuffer>;
  countSharedMemory(memory);
  return { memory, addresses };
}

/** Memory of the same sizes as shared ones, for as long as this thread holds these. */
const countedMemory = new WeakMap<SharedArrayBuffer, WasmMemory>();

/**
 * Makes V8 count shared memory among what this thread holds. V8 counts memory that is not shared only, so without this it would
 * collect shared memory that nobody uses after hundreds of megabytes. The memory that is counted in its place is never written,
 * so it takes none.
 */
export function countSharedMemory({ buffer }: WasmMemory<SharedArrayBuffer>): void {
  countedMemory.set(buffer, new WebAssembly.Memory({ initial: buffer.byteLength / PAGE_BYTES }));
}

/** Instantiates a kernel over memory and returns its exports. */
export function instantiateOver<E>(code: string, memory: WasmMemory): E {
  const module = compiledModules.get(code) ?? new WebAssembly.Module(Buffer.from(code, "base64"));
  compiledModules.set(code, module);
  return new WebAssembly.Instance(module, { env: { memory } }).exports as E;
}

function layOutBlocks(blocks: readonly number[]): { addresses: number[]; pages: number } {
  let end = FIRST_BLOCK_ADDRESS;
  const addresses = blocks.map((size) => {
    const address = end;
    end = roundUp(end + size, ALIGNMENT);
    return address;
  });
  return { addresses, pages: Math.ceil(end / PAGE_BYTES) };
}
