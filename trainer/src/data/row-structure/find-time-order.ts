/** Finds a time by which the rows of a table are in order. Random held-out rows then have neighbours that the model has seen. */
import { namesQuantity } from "../column-names/name-kind.js";
import { hasEventWord, hasSinceWord, hasTimeWord } from "../column-names/time-names.js";
import type { Column, Table } from "../tables/table.js";

/** Fewest rows, and fewest different times, in which an order shows. */
const MIN_ROWS = 30;
const MIN_TIMES = 10;
/** Whole numbers in this range are years. */
const [FIRST_YEAR, LAST_YEAR] = [1800, 2100];

/** Returns the one of findTimeOrders with the most different times; undefined without one. */
export function findTimeOrder(table: Table, notTimes: readonly (string | undefined)[] = []): string | undefined {
  return findTimeOrders(table, notTimes)[0];
}

/**
 * Returns the columns of times, or of numbers that are times by their name or as years, that rise or fall from row to row without gaps;
 * the one with the most different times first. `notTimes` names columns that do not count.
 */
export function findTimeOrders({ nrow, columns }: Table, notTimes: readonly (string | undefined)[] = []): string[] {
  if (nrow < MIN_ROWS) return [];
  const hasEvents = columns.some(isEvent);
  const found = columns.flatMap((column) => {
    if (column.type === "s" || notTimes.includes(column.name) || !isTime(column) || !isInOrder(column.values)) return [];
    if (hasEvents && isDuration(column)) return [];
    const times = new Set(column.values).size;
    return times >= MIN_TIMES ? [{ name: column.name, times }] : [];
  });
  return found.sort((a, b) => b.times - a.times).map(({ name }) => name);
}

/**
 * An age is no time: people sorted by their age did not come one after the other. Nor are the days since a service, or whole numbers of a
 * quantity such as revolutions that lie where years do.
 */
function isTime(column: Exclude<Column, { type: "s" }>): boolean {
  if (column.type === "d") return true;
  const { name, values } = column;
  return (hasTimeWord(name) && !hasSinceWord(name)) || (lookLikeYears(values) && !namesQuantity(name));
}

const lookLikeYears = (values: Float64Array) =>
  values.every((value) => Number.isInteger(value) && value >= FIRST_YEAR && value <= LAST_YEAR);

/** Most values of an event: it came, it did not by then, or another one came. */
const MAX_EVENTS = 3;

/**
 * Returns true for a column of numbers that says whether an event came, by its name and its few values. Survival data have such a
 * column.
 */
function isEvent(column: Column): boolean {
  return column.type === "n" && hasEventWord(column.name) && new Set(column.values).size <= MAX_EVENTS;
}

/**
 * Returns true for uneven numbers other than years. If the table has an event, they are the times until it, by which the rows were
 * sorted.
 */
function isDuration({ type, values }: Exclude<Column, { type: "s" }>): boolean {
  return (
    type === "n" && !lookLikeYears(values) && values.some((value, row) => row > 1 && value - values[row - 1] !== values[1] - values[0])
  );
}

/** Returns true if no value is missing, and the values only rise or only fall. Equal neighbours do neither. */
function isInOrder(values: Float64Array): boolean {
  let [rises, falls] = [false, false];
  for (let row = 0; row < values.length; row++) {
    if (Number.isNaN(values[row])) return false;
    rises ||= values[row] > values[row - 1];
    falls ||= values[row] < values[row - 1];
    if (rises && falls) return false;
  }
  return rises !== falls;
}
