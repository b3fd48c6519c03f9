import {
  type BranchNode,
  checkOverflow,
  type DataPage,
  type LeafNode,
  type Meta,
  PAGE_SIZES,
  readMeta,
  readPage,
  readRoot,
  TABLE_ROOT,
  type TreeRoot,
} from "./data-page.js";
import { openPageFile, PageDamage, type PageFile } from "./page-file.js";

/** A value as it lies in a data file. */
export interface StoredValue {
  /** Undefined on a leaf page that no tree leads to; the value may be of any table. */
  table: string | undefined;
  key: Buffer;
  /** Number of the transaction that wrote its page. */
  transaction: number;
  /** Reads the value, while the file is open. Throws PageDamage. */
  read(): Buffer;
}

export interface DataFileScan {
  /** Places that differ from what LMDB writes, in words. Values may be damaged even if there is none. */
  damage: string[];
  values: StoredValue[];
}

/**
 * Reads all values of an LMDB data file, with checks of every page that leads to them. LMDB itself trusts what it maps: a flipped
 * bit in a page may end its process, or lead it to other values. After damage, the values on pages that have lost their tree are
 * read too. Nobody may write to the file meanwhile.
 */
export function scanDataFile<R>(path: string, use: (scan: DataFileScan) => R): R {
  const file = openPageFile(path);
  try {
    return use(scanPages(file));
  } finally {
    file.close();
  }
}

function scanPages(file: PageFile): DataFileScan {
  const { metas, damage, pageSize } = readMetas(file);
  const scans: TreeScan[] = [];
  // The older root is scanned only if the newer one does not fit its own pages.
  for (const meta of metas) if (!scans.some(({ isOwnRoot }) => isOwnRoot())) scans.push(scanTrees(file, meta));
  const scan = scans.find(({ isOwnRoot }) => isOwnRoot()) ?? scans[0];
  const found = [...damage, ...(scans[0]?.damage ?? [])];
  // Unused pages hold deleted values: they are not read while all tables are whole.
  if (damage.length === 0 && scan?.tablesAreWhole) return { damage: found, values: scan.values };
  const stray = strayValues(file, pageSize, (page) => scan?.isKnown(page) !== true);
  return { damage: found, values: [...(scan?.values ?? []), ...stray] };
}

/** Returns the valid roots, the newest first. Each commit writes one of the two in turn. */
function readMetas(file: PageFile): { metas: Meta[]; damage: string[]; pageSize: number } {
  const damage: string[] = [];
  const attempt = (number: 0 | 1, pageSize: number) => attemptRead(() => readMeta(file, number, pageSize));
  const pageSize = PAGE_SIZES.find((size) => attempt(0, size).value ?? attempt(1, size).value) ?? PAGE_SIZES[0]!;
  const metas = ([0, 1] as const).flatMap((number) => {
    const { value, reason } = attempt(number, pageSize);
    if (!value) damage.push(`page ${number} ${reason}`);
    return value ?? [];
  });
  metas.sort((a, b) => b.transaction - a.transaction);
  const [newer, older] = metas;
  // A new file has two roots of transaction 0.
  if (newer && older && newer.transaction - older.transaction !== Math.min(1, newer.transaction)) {
    damage.push("the two roots are not of consecutive transactions");
  }
  return { metas, damage, pageSize };
}

/** Returns the values on leaf pages that `isStray` selects. */
function strayValues(file: PageFile, pageSize: number, isStray: (page: number) => boolean): StoredValue[] {
  const values: StoredValue[] = [];
  for (let number = 2; (number + 1) * pageSize <= file.size; number++) {
    const page = isStray(number) ? attemptRead(() => readPage(file, number, pageSize)).value : undefined;
    if (page && "leaf" in page) for (const node of page.leaf) values.push(storedValue(file, node, page.transaction));
  }
  return values;
}

function storedValue(file: PageFile, { key, offset, length }: LeafNode, transaction: number, table?: string): StoredValue {
  return { table, key, transaction, read: () => file.read(offset, length) };
}

function attemptRead<R>(read: () => R): { value?: R; reason?: string } {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof PageDamage) return { reason: error.message };
    throw error;
  }
}

interface TreeScan {
  damage: string[];
  values: StoredValue[];
  /** Whether nothing is wrong but the list of unused pages. */
  tablesAreWhole: boolean;
  /** Returns true if the newest page is of the root's transaction. Every commit writes a page. */
  isOwnRoot(): boolean;
  /** Returns true if a tree leads to the page, or if it is unused. */
  isKnown(page: number): boolean;
}

const REACHED = 1;
const FREE = 2;

type Compare = (a: Buffer, b: Buffer) => number;

interface Tree {
  what: string;
  /** Default: by bytes. */
  compare?: Compare;
  /** True for the tree whose entries are the tables' roots. */
  holdsTables?: boolean;
  onLeaf(node: LeafNode, transaction: number): void;
}

interface Visit extends Required<Tree> {
  /** Number of entries so far. */
  entries: number;
}

/** Keys lie at or above `low` and below `high`. */
interface Bounds {
  low?: Buffer;
  high?: Buffer;
}

/** Reads all trees of a root. */
function scanTrees(file: PageFile, meta: Meta): TreeScan {
  const { pageSize } = meta;
  const damage: string[] = [];
  const values: StoredValue[] = [];
  const pages = new Uint8Array(Math.min(meta.lastPage + 1, Math.ceil(file.size / pageSize)));
  let newest = 0;

  const report = (page: number, reason: string) => damage.push(`page ${page} ${reason}`);

  /** Returns false, with a report, if the page cannot be used for this. */
  function claim(page: number, state: number): boolean {
    const problem =
      page < 2 || page >= pages.length ? "is referred to and not there" : pages[page] === 0 ? undefined : "is used for two things";
    if (problem) report(page, problem);
    else pages[page] = state;
    return !problem;
  }

  function walk({ root, depth, entries }: TreeRoot, tree: Tree): void {
    const visit: Visit = { compare: Buffer.compare, holdsTables: false, ...tree, entries: 0 };
    if (root !== undefined) walkPage(root, depth, {}, visit);
    if (visit.entries !== entries) damage.push(`${tree.what} has ${visit.entries} entries instead of ${entries}`);
  }

  function walkPage(number: number, levels: number, bounds: Bounds, visit: Visit): void {
    if (!claim(number, REACHED)) return;
    const { value: page, reason } = attemptRead(() => readPage(file, number, pageSize));
    if (!page) return void report(number, reason!);
    newest = Math.max(newest, page.transaction);
    for (const problem of page.damage) report(number, problem);
    if ("leaf" in page !== (levels === 1)) return void report(number, "is at the wrong depth of its tree");
    if (!isOrdered(page, bounds, visit.compare)) report(number, "has keys out of order");
    if ("branch" in page) walkChildren(page.branch, levels, bounds, visit);
    else for (const node of page.leaf) if (node.isTable === visit.holdsTables) visitLeaf(node, page.transaction, visit);
  }

  function walkChildren(nodes: BranchNode[], levels: number, bounds: Bounds, visit: Visit): void {
    nodes.forEach(({ key, child }, index) => {
      const low = index === 0 ? bounds.low : key;
      const high = nodes[index + 1]?.key ?? bounds.high;
      walkPage(child, levels - 1, { ...(low && { low }), ...(high && { high }) }, visit);
    });
  }

  function visitLeaf(node: LeafNode, transaction: number, visit: Visit): void {
    visit.entries++;
    const { overflow } = node;
    if (overflow) {
      for (let i = 0; i < overflow.count; i++) if (!claim(overflow.first + i, REACHED)) break;
      const { reason } = attemptRead(() => checkOverflow(file, overflow, pageSize));
      if (reason) report(overflow.first, reason);
    }
    visit.onLeaf(node, transaction);
  }

  function readTables(): void {
    const onLeaf: Tree["onLeaf"] = (node) => {
      const name = node.key.toString("latin1").replace(/\0$/, "");
      const { value: root, reason } = attemptRead(() => readRoot(file.read(node.offset, node.length), TABLE_ROOT));
      if (!root) return void damage.push(`the list of tables ${reason}`);
      walk(root, {
        what: `the table ${name}`,
        onLeaf: (entry, transaction) => void values.push(storedValue(file, entry, transaction, name)),
      });
    };
    walk(meta.main, { what: "the list of tables", holdsTables: true, onLeaf });
  }

  function readFreePages(): void {
    const lists: Buffer[] = [];
    const onLeaf: Tree["onLeaf"] = ({ offset, length }) => {
      const { value, reason } = attemptRead(() => file.read(offset, length));
      if (value) lists.push(value);
      else damage.push(`the list of unused pages ${reason}`);
    };
    walk(meta.free, { what: "the list of unused pages", compare: compareIntegers, onLeaf });
    for (const list of lists) {
      const { value, reason } = attemptRead(() => freePages(list, pages.length));
      if (value) value.every((page) => claim(page, FREE));
      else damage.push(`the list of unused pages ${reason}`);
    }
  }

  const isOwnRoot = () => newest === 0 || newest === meta.transaction;
  if ((meta.lastPage + 1) * pageSize > file.size) damage.push("the file is shorter than its root says");
  readTables();
  const tablesAreWhole = damage.length === 0 && isOwnRoot();
  readFreePages();
  if (!isOwnRoot()) damage.push("the root is not of the newest transaction");
  return { damage, values, tablesAreWhole, isOwnRoot, isKnown: (page) => (pages[page] ?? 0) !== 0 };
}

function isOrdered(page: DataPage, { low, high }: Bounds, compare: Compare): boolean {
  // The first key of a branch is not used, and may be empty.
  const keys = "leaf" in page ? page.leaf.map(({ key }) => key) : page.branch.slice(1).map(({ key }) => key);
  const [first, last] = [keys[0], keys.at(-1)];
  if (low && first && compare(first, low) < 0) return false;
  if (high && last && compare(last, high) >= 0) return false;
  return keys.every((key, i) => i === 0 || compare(keys[i - 1]!, key) < 0);
}

/** Compares keys that are 64-bit integers. */
function compareIntegers(a: Buffer, b: Buffer): number {
  if (a.length !== 8 || b.length !== 8) return 1;
  return Buffer.compare(Buffer.from(a).reverse(), Buffer.from(b).reverse());
}

/**
 * Returns the pages of a list: its length, then page numbers, zeros, and negative counts before the first page of a run. A run is
 * at most `limit` pages long.
 */
function freePages(list: Buffer, limit: number): number[] {
  const entry = (index: number) => Number(list.readBigInt64LE(8 * index));
  const length = list.length >= 8 ? entry(0) : -1;
  if (length < 0 || 8 * (length + 1) > list.length) throw new PageDamage("has the wrong length");
  const pages: number[] = [];
  for (let i = 1; i <= length; i++) {
    let [first, count] = [entry(i), 1];
    if (first < 0 && i < length) [first, count] = [entry(++i), -first];
    if (first === 0) continue;
    if (first < 0 || count > limit) throw new PageDamage("has a wrong entry");
    for (let k = 0; k < count; k++) pages.push(first + k);
  }
  return pages;
}
