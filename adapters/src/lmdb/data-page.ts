import { PageDamage, type PageFile } from "./page-file.js";

/** Roots and sizes that a commit writes, in one of the first two pages in turn. */
export interface Meta {
  /** Number of the transaction that wrote it. */
  transaction: number;
  pageSize: number;
  lastPage: number;
  /** Tree of unused pages. */
  free: TreeRoot;
  /** Tree of the tables' roots. */
  main: TreeRoot;
}

export interface TreeRoot {
  /** Undefined for an empty tree. */
  root: number | undefined;
  depth: number;
  entries: number;
}

export interface LeafNode {
  key: Buffer;
  /** Position and length of the value in the file. */
  offset: number;
  length: number;
  /** Pages of a value that is too long for a leaf. */
  overflow?: { first: number; count: number };
  isTable: boolean;
}

export interface BranchNode {
  key: Buffer;
  child: number;
}

/** `damage` tells of entries that are left out. */
export type DataPage = { transaction: number; damage: string[] } & ({ leaf: LeafNode[] } | { branch: BranchNode[] });

// Layout of MDB_page, MDB_meta, MDB_db and MDB_node in mdb.c of the package lmdb 3, little-endian.
const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;
const HEADER_SIZE = 24;
const META_SIZE = 136;
const ROOT_SIZE = 48;
const NODE_SIZE = 8;
const BRANCH = 0x01;
const LEAF = 0x02;
const OVERFLOW = 0x04;
const BIG_DATA = 0x01;
const SUB_DATA = 0x02;
/** Properties of a table that has versions. */
export const TABLE_ROOT = { pad: 0, flags: 0x100 };
/** Flag of the tree of unused pages: its keys are integers. */
const INTEGER_KEY = 0x08;
const NO_PAGE = 0xffff_ffff_ffff_ffffn;
const MAX_MAP_SIZE = 1n << 46n;
/** Page sizes of the processors that run Node.js. The first is tried where none can be read. */
export const PAGE_SIZES = [4096, 16384, 65536];

/** Reads the meta page 0 or 1. Throws PageDamage. */
export function readMeta(file: PageFile, number: 0 | 1, pageSize: number): Meta {
  const bytes = file.read(number * pageSize + HEADER_SIZE, META_SIZE);
  if (bytes.readUInt32LE(0) !== MAGIC || bytes.readUInt32LE(4) !== DATA_VERSION) throw new PageDamage("is no root of a data file");
  const mapSize = bytes.readBigUInt64LE(16);
  if (mapSize % BigInt(pageSize) !== 0n || mapSize > MAX_MAP_SIZE) throw new PageDamage("has a size that cannot be");
  return {
    pageSize,
    free: readRoot(bytes.subarray(24), { pad: pageSize, flags: INTEGER_KEY }),
    main: readRoot(bytes.subarray(24 + ROOT_SIZE), { pad: 0, flags: 0 }),
    lastPage: Number(bytes.readBigUInt64LE(24 + 2 * ROOT_SIZE)),
    transaction: Number(bytes.readBigUInt64LE(32 + 2 * ROOT_SIZE)),
  };
}

/** Reads the root of a tree. Throws PageDamage if it is not one of those that this product's tables have. */
export function readRoot(bytes: Buffer, { pad, flags }: { pad: number; flags: number }): TreeRoot {
  if (bytes.length < ROOT_SIZE || bytes.readUInt32LE(0) !== pad || bytes.readUInt16LE(4) !== flags) {
    throw new PageDamage("has a tree that cannot be");
  }
  const root = bytes.readBigUInt64LE(40);
  return {
    depth: bytes.readUInt16LE(6),
    entries: Number(bytes.readBigUInt64LE(32)),
    root: root === NO_PAGE ? undefined : Number(root),
  };
}

/** Reads a branch or leaf page. Throws PageDamage if its head is not as written; its entries are checked one by one. */
export function readPage(file: PageFile, number: number, pageSize: number): DataPage {
  const bytes = file.read(number * pageSize, pageSize);
  if (bytes.readBigUInt64LE(0) !== BigInt(number)) throw new PageDamage("has another page's number");
  const transaction = Number(bytes.readBigUInt64LE(8));
  const kind = bytes.readUInt16LE(18);
  const [lower, upper] = [bytes.readUInt16LE(20), bytes.readUInt16LE(22)];
  if (lower % 2 !== 0 || lower > upper || upper > pageSize - HEADER_SIZE) throw new PageDamage("has bounds that cannot be");
  if (kind !== LEAF && kind !== BRANCH) throw new PageDamage("is neither a branch nor a leaf");
  const page = { transaction, damage: [] as string[] };

  function entries<N>(read: (start: number) => N): N[] {
    return Array.from({ length: lower / 2 }, (_, i) => HEADER_SIZE + bytes.readUInt16LE(HEADER_SIZE + 2 * i)).flatMap((start) => {
      try {
        if (start < HEADER_SIZE + upper || start % 2 !== 0) throw new PageDamage("has an entry outside of its bounds");
        return [read(start)];
      } catch (error) {
        if (!(error instanceof PageDamage)) throw error;
        page.damage.push(error.message);
        return [];
      }
    });
  }
  if (kind === BRANCH) return { ...page, branch: entries((start) => readBranchNode(bytes, start)) };
  return { ...page, leaf: entries((start) => readLeafNode({ bytes, start, pageSize, number })) };
}

function readKey(bytes: Buffer, start: number): Buffer {
  const end = start + NODE_SIZE + (start + NODE_SIZE <= bytes.length ? bytes.readUInt16LE(start + 6) : Number.POSITIVE_INFINITY);
  if (end > bytes.length) throw new PageDamage("has an entry outside of its bounds");
  return bytes.subarray(start + NODE_SIZE, end);
}

function readBranchNode(bytes: Buffer, start: number): BranchNode {
  const key = readKey(bytes, start);
  return { key, child: bytes.readUInt32LE(start) + bytes.readUInt16LE(start + 4) * 2 ** 32 };
}

interface NodePosition {
  bytes: Buffer;
  start: number;
  pageSize: number;
  number: number;
}

function readLeafNode({ bytes, start, pageSize, number }: NodePosition): LeafNode {
  const key = readKey(bytes, start);
  const length = bytes.readUInt32LE(start);
  const flags = bytes.readUInt16LE(start + 4);
  const value = start + NODE_SIZE + key.length;
  if (flags === BIG_DATA) {
    if (value + 8 > bytes.length) throw new PageDamage("has an entry outside of its bounds");
    const first = Number(bytes.readBigUInt64LE(value));
    const overflow = { first, count: Math.ceil((HEADER_SIZE + length) / pageSize) };
    return { key, isTable: false, offset: first * pageSize + HEADER_SIZE, length, overflow };
  }
  if (flags !== 0 && flags !== SUB_DATA) throw new PageDamage("has an entry of an unknown kind");
  if (value + length > bytes.length) throw new PageDamage("has an entry outside of its bounds");
  return { key, isTable: flags === SUB_DATA, offset: number * pageSize + value, length };
}

/** Throws PageDamage if the first page of a long value is not as written. */
export function checkOverflow(file: PageFile, { first, count }: { first: number; count: number }, pageSize: number): void {
  const header = file.read(first * pageSize, HEADER_SIZE);
  if (header.readBigUInt64LE(0) !== BigInt(first) || (header.readUInt16LE(18) & OVERFLOW) === 0) {
    throw new PageDamage("is not the page of a long value");
  }
  if (header.readUInt32LE(20) !== count) throw new PageDamage("has another length than its value");
}
