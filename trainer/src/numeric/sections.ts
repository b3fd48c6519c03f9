/**
 * File format for typed arrays and a few settings: "AGTR", the length of a JSON header, the header, then the arrays, each at a
 * multiple of 8. Numbers are little-endian, as in memory on every platform of Node.js but s390x. The same contents give the same
 * bytes.
 */
import { roundUp } from "./round-up.js";

const MAGIC = 0x52544741;
const HEADER_OFFSET = 8;
/** Arrays begin at multiples of this. */
const ALIGNMENT = 8;

const ARRAY_TYPES = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float32Array, Float64Array };
type ArrayType = keyof typeof ARRAY_TYPES;
export type Section = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

export interface Sections {
  /** Type and version of the contents, as any JSON. */
  settings: Record<string, unknown>;
  arrays: Record<string, Section>;
}

/** Returns the bytes of a file of that format, which `readSections` reads. */
export function packSections({ settings, arrays }: Sections): Uint8Array {
  const entries = Object.entries(arrays);
  const list = entries.map(([name, array]) => [name, array.constructor.name, array.length]);
  const header = new TextEncoder().encode(JSON.stringify({ settings, arrays: list }));
  let size = roundUp(HEADER_OFFSET + header.length, ALIGNMENT);
  for (const [, array] of entries) size += roundUp(array.byteLength, ALIGNMENT);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, header.length, true);
  bytes.set(header, HEADER_OFFSET);
  let at = roundUp(HEADER_OFFSET + header.length, ALIGNMENT);
  for (const [, array] of entries) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += roundUp(array.byteLength, ALIGNMENT);
  }
  return bytes;
}

/** Throws an Error when the bytes were not written by `packSections` or are truncated. */
export function unpackSections(bytes: Uint8Array): Sections {
  // bytes.slice() of a Buffer returns a view, which may begin anywhere in shared memory; hence a copy.
  const copy = new Uint8Array(bytes);
  const view = new DataView(copy.buffer);
  if (copy.length < HEADER_OFFSET || view.getUint32(0, true) !== MAGIC)
    throw new Error("The model file is damaged: it does not begin as a model does");
  const headerLength = view.getUint32(4, true);
  if (HEADER_OFFSET + headerLength > copy.length) throw new Error("The model file is damaged: it ends within its header");
  const header = JSON.parse(new TextDecoder().decode(copy.subarray(HEADER_OFFSET, HEADER_OFFSET + headerLength))) as {
    settings: Record<string, unknown>;
    arrays: [string, ArrayType, number][];
  };
  let at = roundUp(HEADER_OFFSET + headerLength, ALIGNMENT);
  const arrays: Record<string, Section> = {};
  for (const [name, kind, length] of header.arrays) {
    const end = at + length * ARRAY_TYPES[kind].BYTES_PER_ELEMENT;
    if (end > copy.length) throw new Error(`The model file is damaged: it ends within ${name}`);
    arrays[name] = new ARRAY_TYPES[kind](copy.buffer, at, length);
    at = roundUp(end, ALIGNMENT);
  }
  return { settings: header.settings, arrays };
}

export type SectionTypes = Record<string, new (length: number) => Section>;

/** Sections whose arrays have the types of `T`. */
export interface TypedSections<T extends SectionTypes> {
  settings: Sections["settings"];
  arrays: { [Name in keyof T]: InstanceType<T[Name]> } & Record<string, Section | undefined>;
}

/** Throws an Error when the bytes are not a saved model of that algorithm with arrays of these names and types. */
export function readSections<T extends SectionTypes>(bytes: Uint8Array, algorithm: string, types: T): TypedSections<T> {
  const { settings, arrays } = unpackSections(bytes);
  const complete = Object.entries(types).every(([name, type]) => arrays[name] instanceof type);
  if (settings.algorithm !== algorithm || !complete) throw new Error(`not a saved ${algorithm} model`);
  return { settings, arrays: arrays as TypedSections<T>["arrays"] };
}
