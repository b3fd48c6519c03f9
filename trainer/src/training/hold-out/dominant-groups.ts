import type { ModelWarning } from "@agatha/contracts";
import { type Column, requireColumn, type Table } from "../../data/tables/table.js";

/** Share of the squared error from which one group, or two together, decide the figure. */
const LEAST_SHARE = 1 / 3;
/**
 * Least ratio of the share of one group, or of two, in the squared error to their share in the rows. Groups that differ only at random
 * do not reach it.
 */
const LEAST_EXCESS = [5, 10];
/** Largest number of group columns whose values name a group. */
const MAX_NAMED_COLUMNS = 3;

/** Held-out errors of a predicted number, with the group of each. */
interface GroupedErrors {
  /** Actual minus predicted; rows of errors that are not finite are passed over. */
  errors: ArrayLike<number>;
  groups: Int32Array;
  /** The rows of the errors. */
  table: Table;
  groupColumns: readonly string[];
}

/** Warns if one or two of the groups make so much of the squared held-out error that the RMSE is mostly theirs. */
export function dominantGroupWarnings(grouped: GroupedErrors): ModelWarning[] {
  const { squares, rows, total, count } = sumByGroup(grouped);
  if (total === 0) return [];
  const worst = [...squares].sort(([, a], [, b]) => b - a);
  for (const [more, excess] of LEAST_EXCESS.entries()) {
    const named = worst.slice(0, more + 1).map(([group]) => group);
    const square = named.reduce((sum, group) => sum + (squares.get(group) ?? 0), 0);
    const own = named.reduce((sum, group) => sum + (rows.get(group) ?? 0), 0);
    if (square < LEAST_SHARE * total || square / total < (excess * own) / count) continue;
    return [warningOf(grouped, { named, share: square / total, rmse: Math.sqrt(total / count), rest: (total - square) / (count - own) })];
  }
  return [];
}

function sumByGroup({ errors, groups }: GroupedErrors) {
  const [squares, rows] = [new Map<number, number>(), new Map<number, number>()];
  let [total, count] = [0, 0];
  for (const [i, group] of groups.entries()) {
    const square = errors[i] ** 2;
    if (!Number.isFinite(square)) continue;
    squares.set(group, (squares.get(group) ?? 0) + square);
    rows.set(group, (rows.get(group) ?? 0) + 1);
    total += square;
    count++;
  }
  return { squares, rows, total, count };
}

function warningOf(
  { groups, table, groupColumns }: GroupedErrors,
  { named, share, rmse, rest }: { named: number[]; share: number; rmse: number; rest: number },
): ModelWarning {
  const columns = groupColumns.slice(0, MAX_NAMED_COLUMNS).map((name) => requireColumn(table, name));
  const more = groupColumns.length > MAX_NAMED_COLUMNS ? ", …" : "";
  const nameOf = (group: number) => columns.map((column) => `${column.name} ${cellText(column, groups.indexOf(group))}`).join(", ") + more;
  const names = named.map(nameOf).join("; ");
  const [withThem, without] = [rmse, Math.sqrt(rest)].map((value) => String(Number(value.toPrecision(3))));
  const [subject, them] = named.length === 1 ? [`one group (${names}) makes`, "it"] : [`two groups (${names}) make`, "them"];
  return {
    code: named.length === 1 ? "dominant_group" : "dominant_groups",
    values: { groups: names, share, rmse, rmse_without: Math.sqrt(rest) },
    message: `${subject} ${Math.round(100 * share)} % of the squared held-out error, so the RMSE depends on ${them}: it is ${withThem}, and ${without} over the other groups. Check these rows; if such groups are to come, add more of them, else filter ${them} out and train again`,
  };
}

function cellText(column: Column, row: number): string {
  if (column.type === "s") return column.levels[column.codes[row]] ?? "–";
  const value = column.values[row];
  if (Number.isNaN(value)) return "–";
  return column.type === "d" ? new Date(value).toISOString() : String(value);
}
