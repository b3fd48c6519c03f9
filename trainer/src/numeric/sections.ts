/**
 * File format for typed arrays and a few settings: "AGTR", the length of a JSON header, the header, then the arrays, each at a
 * multiple of 8. Numbers are little-endian, as in memory on every platform of Node.js but s390x. The same contents give the same
 * bytes.
 */
const MAGIC = 0x52544741;
const HEADER_OFFSET = 8;

const ARRAY_TYPES = { Uint8Array, Uint16Array, Uint32Array, Int32Array, Float32Array, Float64Array };
type ArrayType = keyof typeof ARRAY_TYPES;
export type Section = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

export interface Sections {
  /** Type and version of the contents, as any JSON. */
  settings: Record<string, unknown>;
  arrays: Record<string, Section>;
}

export function packSections({ settings, arrays }: Sections): Uint8Array {
  const entries = Object.entries(arrays);
  const list = entries.map(([name, array]) => [name, array.constructor.name, array.length]);
  const header = new TextEncoder().encode(JSON.stringify({ settings, arrays: list }));
  let size = alignTo8(HEADER_OFFSET + header.length);
  for (const [, array] of entries) size += alignTo8(array.byteLength);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, header.length, true);
  bytes.set(header, HEADER_OFFSET);
  let at = alignTo8(HEADER_OFFSET + header.length);
  for (const [, array] of entries) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += alignTo8(array.byteLength);
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
  let at = alignTo8(HEADER_OFFSET + headerLength);
  const arrays: Record<string, Section> = {};
  for (const [name, kind, length] of header.arrays) {
    const end = at + length * ARRAY_TYPES[kind].BYTES_PER_ELEMENT;
    if (end > copy.length) throw new Error(`The model file is damaged: it ends within ${name}`);
    arrays[name] = new ARRAY_TYPES[kind](copy.buffer, at, length);
    at = alignTo8(end);
  }
  return { settings: header.settings, arrays };
}

function alignTo8(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
