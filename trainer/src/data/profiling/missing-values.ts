import type { TableProfile } from "@agatha/contracts";
import type { Column } from "../tables/table.js";

const SEGMENTS = 40;
const MAX_COMBINATIONS = 8;

/** Missing cells as one bit per cell, for columns that have any. */
interface MissingValues {
  addColumn(column: Column): { missing: number; shareBySegment: number[] };
  completeRows(): number;
  combinations(): TableProfile["missingTogether"];
}

/** Returns a collector of columns, of `nrow` rows each, that tells where values are missing, and in which columns together. */
export function createMissingValues(nrow: number): MissingValues {
  const columns: { name: string; bits: Uint8Array }[] = [];
  return {
    addColumn(column) {
      const bits = new Uint8Array(Math.ceil(nrow / 8));
      const segments = new Array<number>(Math.max(1, Math.min(SEGMENTS, nrow))).fill(0);
      let missing = 0;
      for (let i = 0; i < nrow; i++) {
        if (column.type === "s" ? column.codes[i] >= 0 : Number.isFinite(column.values[i])) continue;
        missing++;
        bits[i >> 3] |= 1 << (i & 7);
        segments[Math.floor((i * segments.length) / nrow)]++;
      }
      if (missing > 0) columns.push({ name: column.name, bits });
      return { missing, shareBySegment: missing > 0 ? segments.map((count, s) => count / rowsInSegment(s, segments.length, nrow)) : [] };
    },
    completeRows() {
      let complete = 0;
      for (let i = 0; i < nrow; i++) if (!columns.some(({ bits }) => isSet(bits, i))) complete++;
      return complete;
    },
    combinations() {
      const sets = new Map<string, number>();
      if (columns.length === 0) return [];
      for (let i = 0; i < nrow; i++) {
        const key = columns.flatMap(({ bits }, c) => (isSet(bits, i) ? [c] : [])).join();
        if (key !== "") sets.set(key, (sets.get(key) ?? 0) + 1);
      }
      return [...sets]
        .sort((a, b) => b[1] - a[1])
        .slice(0, MAX_COMBINATIONS)
        .map(([key, rows]) => ({ columns: key.split(",").map((c) => columns[Number(c)].name), rows }));
    },
  };
}

const isSet = (bits: Uint8Array, row: number): boolean => (bits[row >> 3] & (1 << (row & 7))) !== 0;

function rowsInSegment(segment: number, segments: number, nrow: number): number {
  return Math.ceil(((segment + 1) * nrow) / segments) - Math.ceil((segment * nrow) / segments);
}
