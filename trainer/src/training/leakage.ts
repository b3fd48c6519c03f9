import type { Target } from "../algorithms/algorithm.js";
import { type Column, findColumn, type Table } from "../tables/table.js";
import { type ModelWarning, namesTheRow } from "./columns.js";

/** A column that alone explains this much of what the trivial prediction leaves open gives the answer away. */
const ALMOST_ALL = 0.98;
/** Groups that a column of numbers is cut into at the most, and the rows that each should have. */
const MOST_GROUPS = 50;
const ROWS_A_GROUP = 10;
const FEWEST_ROWS = 30;

/** Warns of columns that name the row, or that alone predict the target almost perfectly on rows not looked at. */
export function leakageWarnings(table: Table, target: Target, columns: readonly string[]): ModelWarning[] {
  return columns.flatMap((name): ModelWarning[] => {
    const column = findColumn(table, name);
    if (!column) return [];
    if (namesTheRow(column)) {
      return [
        {
          code: "leakage",
          column: name,
          message: `${name} only names the row: what a model learns from it does not carry over to new rows`,
        },
      ];
    }
    const skill = skillOf(column, target);
    if (skill < ALMOST_ALL) return [];
    const share = `${(100 * skill).toFixed(1)} %`;
    return [
      {
        code: "leakage",
        column: name,
        message: `${name} alone explains ${share} of the target: make sure that it is known before the answer is`,
      },
    ];
  });
}

/**
 * How much better than the trivial prediction (mean or majority) the column's groups are at predicting: 1 is perfect, 0
 * no better. Groups learn from every other row and are tested on the rest.
 */
export function skillOf(column: Column, target: Target): number {
  const groups = column.type === "s" ? column.codes.map((code) => code + 1) : quantileGroups(column.values);
  if (target.kind === "none" || groups.length < FEWEST_ROWS) return 0;
  return target.kind === "number" ? numberSkill(groups, target.values) : classSkill(groups, target.codes, target.labels.length);
}

/** Groups of about as many rows by rank; equal values are in one group, missing ones in a group of their own (0). */
function quantileGroups(values: Float64Array): Int32Array {
  const sorted = values.filter(Number.isFinite).sort();
  const groups = Math.max(2, Math.min(MOST_GROUPS, Math.floor(sorted.length / ROWS_A_GROUP)));
  const cuts = [...new Set(Array.from({ length: groups - 1 }, (_, k) => sorted[Math.floor(((k + 1) * sorted.length) / groups)]))];
  return Int32Array.from(values, (value) => (Number.isFinite(value) ? 1 + cuts.filter((cut) => value >= cut).length : 0));
}

function numberSkill(groups: Int32Array, values: Float64Array): number {
  const size = groups.reduce((most, group) => Math.max(most, group), 0) + 1;
  const sums = new Float64Array(size);
  const counts = new Float64Array(size);
  let total = 0;
  for (let i = 0; i < groups.length; i += 2) {
    sums[groups[i]] += values[i];
    counts[groups[i]]++;
    total += values[i];
  }
  const mean = total / Math.ceil(groups.length / 2);
  let trivial = 0;
  let left = 0;
  for (let i = 1; i < groups.length; i += 2) {
    const predicted = counts[groups[i]] > 0 ? sums[groups[i]] / counts[groups[i]] : mean;
    trivial += (values[i] - mean) ** 2;
    left += (values[i] - predicted) ** 2;
  }
  return trivial > 0 ? 1 - left / trivial : 0;
}

function classSkill(groups: Int32Array, codes: Int32Array, labels: number): number {
  const size = groups.reduce((most, group) => Math.max(most, group), 0) + 1;
  const counts = new Int32Array(size * labels);
  const totals = new Int32Array(labels);
  for (let i = 0; i < groups.length; i += 2) {
    counts[groups[i] * labels + codes[i]]++;
    totals[codes[i]]++;
  }
  const majority = most(totals);
  let trivial = 0;
  let left = 0;
  for (let i = 1; i < groups.length; i += 2) {
    const own = counts.subarray(groups[i] * labels, (groups[i] + 1) * labels);
    const predicted = own.some((count) => count > 0) ? most(own) : majority;
    if (codes[i] !== majority) trivial++;
    if (codes[i] !== predicted) left++;
  }
  return trivial > 0 ? 1 - left / trivial : 0;
}

function most(counts: Int32Array): number {
  return counts.reduce((best, count, k) => (count > counts[best] ? k : best), 0);
}
