import { type NameKind, nameKindOf, namesUnitsByNumber } from "../column-names/name-kind.js";
import { isOrderName } from "../column-names/time-names.js";
import { type ColumnValues, commonPairs, pairsWithin } from "./column-values.js";
import { combineCodes } from "./group-codes.js";
import { countRuns } from "./sorted-blocks.js";

/** Fewer values are classes rather than groups: they could not be held out in turn. */
const MIN_GROUPS = 5;
/** Groups of few values may be the levels of an experiment's factor, unless something else shows that they are groups. */
const MANY_GROUPS = 10;
/** Least number of rows per group, and least share of rows in groups of more than one row. */
const MIN_MEAN_SIZE = 2;
const MIN_SHARING = 0.5;
const MAX_GROUP_SHARE = 0.5;
/** Least number of pairs that would differ, or agree, by chance. With fewer, agreement in all of them shows nothing. */
const MIN_EXPECTED_PAIRS = 10;
/** Share of the pairs expected by chance up to which a column counts as constant, or as always another, within groups. */
const MAX_RELATIVE_PAIRS = 0.02;
/** Ratio of the variance of group sizes to their mean, below which the sizes were planned: chance gives 1 or more. */
const PLANNED_DISPERSION = 0.3;
const MIN_PLANNED_SIZE = 3;
/** Number of columns that are looked at for two that are crossed. */
const MAX_CROSSED = 20;
/** Runs of equal neighbouring values per group, up to which the rows of a group stand together. */
const MAX_RUNS_PER_GROUP = 1.2;
/** Two rows suffice if the name shows the groups, such as before and after of each patient. */
const MIN_PERIODS = { named: 2, other: 3 };

interface GroupColumn {
  name: string;
  /** Time that distinguishes the rows of a group, and recurs in the groups. */
  timeColumn?: string;
}

/** Returns the column that names the group of each row, if the values of the others show that there is one. */
export function findGroupColumn(candidates: readonly ColumnValues[], columns: readonly ColumnValues[]): GroupColumn | undefined {
  const found = candidates.filter(mayNameGroups).flatMap((column) => {
    const evidence = evidenceOf(column, columns);
    return isConvincing(column, evidence) ? [{ column, evidence, weight: weightOf(evidence) }] : [];
  });
  const [best] = found.sort((a, b) => b.weight - a.weight || b.column.count - a.column.count);
  return best && { name: best.column.name, timeColumn: best.evidence.periods.find(isTime)?.name };
}

function mayNameGroups({ type, isWhole, count, sizes, codes }: ColumnValues): boolean {
  if (type !== "s" && !isWhole) return false;
  const sharing = sizes.reduce((sum, size) => sum + (size > 1 ? size : 0), 0) / codes.length;
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  return (
    count >= MIN_GROUPS && codes.length / count >= MIN_MEAN_SIZE && sharing >= MIN_SHARING && largest <= MAX_GROUP_SHARE * codes.length
  );
}

interface GroupEvidence {
  /** Columns that are never the same twice within a group, though their values recur in the table, as the time of a visit. */
  periods: readonly ColumnValues[];
  /** Number of columns that are constant within groups, and are no function of a neighbouring range of the column. */
  attributes: number;
  /** Whether two of them are crossed, and constant without exception, as a person's sex and town. */
  hasCrossedAttributes: boolean;
  /** Number of all columns that are constant within groups. */
  constants: number;
  /** Whether a column has one value in nearly every group, and nearly another in each, as the mean of a school. */
  isRenamed: boolean;
  standsTogether: boolean;
  hasPlannedSizes: boolean;
  name: NameKind;
}

function evidenceOf(column: ColumnValues, columns: readonly ColumnValues[]): GroupEvidence {
  const others = columns.filter((other) => other !== column && other.count > 1);
  const constants = others.filter((other) => isConstantWithin(other, column));
  const attributes = constants.filter((other) => !isMonotone(column, other));
  return {
    periods: others.filter((other) => isPeriodOf(other, column) && !namesOtherGroups(other, column, others)),
    attributes: attributes.length,
    hasCrossedAttributes: areCrossed(attributes.filter((other) => combineCodes(other, column).count === column.count)),
    constants: constants.length,
    isRenamed: others.some((other) => agreesWithin(other, column) && renames(other, column)),
    standsTogether: countRuns(column.codes) <= MAX_RUNS_PER_GROUP * column.count,
    hasPlannedSizes: dispersion(column.sizes) < PLANNED_DISPERSION && column.codes.length / column.count >= MIN_PLANNED_SIZE,
    name: nameKindOf(column),
  };
}

function isConvincing(
  column: ColumnValues,
  { periods, attributes, hasCrossedAttributes, constants, isRenamed, standsTogether, hasPlannedSizes, name }: GroupEvidence,
): boolean {
  if (name === "time") return false;
  const isArranged = standsTogether || hasPlannedSizes;
  const isNamed = name !== "other";
  if (periods.length > 0 && (column.type === "s" || isNamed || column.count >= MANY_GROUPS || (standsTogether && hasPlannedSizes)))
    return true;
  if (attributes > 0 && (isArranged || isNamed)) return true;
  if (column.count >= MANY_GROUPS && (hasCrossedAttributes || (constants > 0 && hasPlannedSizes))) return true;
  if (name === "unit") return isArranged || (constants > 0 && !beginsAtZero(column)) || isRenamed || namesManyUnits(column);
  return name === "identifier" && ((standsTogether && hasPlannedSizes) || (constants > 0 && isArranged));
}

/** Returns true if the values are names or numbers of many units, in rows of any order. Other numbers may be counts of them. */
function namesManyUnits({ name, type, count }: ColumnValues): boolean {
  return count >= MANY_GROUPS && (type === "s" || namesUnitsByNumber(name));
}

/** Returns true for numbers from 0, of which classes may be known: amounts rather than numbers of units, such as years of school. */
function beginsAtZero({ numbers }: ColumnValues): boolean {
  return numbers.every((value) => !(value < 0)) && numbers.includes(0);
}

function weightOf({ periods, attributes, standsTogether, hasPlannedSizes, name }: GroupEvidence): number {
  const shown = [periods.length > 0, attributes > 0, standsTogether, hasPlannedSizes, name !== "other", name === "unit"];
  return shown.filter(Boolean).length;
}

/** Returns true if the column has one value in nearly every group, by more than chance, and does not just rename the groups. */
function isConstantWithin(column: ColumnValues, groups: ColumnValues): boolean {
  return !renames(column, groups) && agreesWithin(column, groups);
}

const renames = (column: ColumnValues, groups: ColumnValues): boolean => column.count > 0.9 * groups.count;

/** Returns true if pairs of rows of one group hardly ever differ in the column, though by chance they would. */
function agreesWithin(column: ColumnValues, groups: ColumnValues): boolean {
  const within = pairsWithin(groups.sizes);
  const expected = within * (1 - column.agreement);
  return expected >= MIN_EXPECTED_PAIRS && within - commonPairs(groups, column) <= MAX_RELATIVE_PAIRS * expected;
}

/** Returns true if two of the columns are crossed factors: neither nested in the other, nor both indicators of one factor. */
function areCrossed(columns: readonly ColumnValues[]): boolean {
  const some = columns.slice(0, MAX_CROSSED);
  return some.some((a, i) => some.slice(i + 1).some((b) => combineCodes(a, b).count >= a.count + b.count));
}

/** Returns true if the column orders the rows of each group: numbers that recur in the table, but never within a group. */
function isPeriodOf(column: ColumnValues, groups: ColumnValues): boolean {
  const fewest = nameKindOf(groups) === "other" ? MIN_PERIODS.other : MIN_PERIODS.named;
  if (column.type === "s" || column.count < fewest || column.count > groups.codes.length / 2) return false;
  const expected = pairsWithin(groups.sizes) * column.agreement;
  return expected >= MIN_EXPECTED_PAIRS && commonPairs(groups, column) <= MAX_RELATIVE_PAIRS * expected && !isGroupRather(column, groups);
}

/**
 * Returns true if a number that tells the rows of a group apart names groups of its own, as the persons who answered each item: its
 * name is that of an identifier, it has more values, and attributes that are constant within them.
 */
function namesOtherGroups(column: ColumnValues, groups: ColumnValues, columns: readonly ColumnValues[]): boolean {
  if (groups.type !== "s" || nameKindOf(groups) !== "other" || column.count <= groups.count) return false;
  if (!["unit", "identifier"].includes(nameKindOf(column))) return false;
  return columns.some((attribute) => attribute !== column && isConstantWithin(attribute, column) && !isMonotone(column, attribute));
}

/**
 * Returns true if the column is a time by its type, its name, or values such as 1998, 1999, 2000. Doses, plots and the numbers of
 * pupils distinguish the rows of a group too.
 */
function isTime(column: ColumnValues): boolean {
  if (nameKindOf(column) === "time" || isOrderName(column.name)) return true;
  const values = column.numbers.filter(Number.isFinite);
  return column.isWhole && column.count >= MIN_PERIODS.other && values.every((value) => value >= 1800 && value <= 2100);
}

/** Kinds of names, the surest of a group last. */
const NAME_ORDER: Record<NameKind, number> = { time: 0, other: 1, identifier: 2, unit: 3 };

/** Returns true if the first of two columns that are a key together rather names groups than periods. */
function isGroupRather(column: ColumnValues, groups: ColumnValues): boolean {
  const [name, groupName] = [column, groups].map(nameKindOf);
  if ((name === "time") !== (groupName === "time")) return groupName === "time";
  if (groups.type === "s") return false;
  if (NAME_ORDER[name] !== NAME_ORDER[groupName]) return NAME_ORDER[name] > NAME_ORDER[groupName];
  const [runs, otherRuns] = [column, groups].map(({ codes, count }) => countRuns(codes) / count);
  return runs !== otherRuns ? runs < otherRuns : column.count > groups.count;
}

/**
 * Returns true if the other column only tells ranges of the column's numbers, as an age class does of an age. It has hardly more runs
 * than values then. Where most numbers have a value of their own, as districts have a mean, any order of the values has as few.
 */
function isMonotone({ type, numbers, codes, count }: ColumnValues, other: ColumnValues): boolean {
  if (type === "s") return false;
  const order = Int32Array.from(codes.keys()).sort((a, b) => numbers[a] - numbers[b]);
  const furtherRuns = countRuns(order.map((row) => other.codes[row])) - other.count;
  return furtherRuns <= 0.5 * Math.min(other.count, count - other.count);
}

function dispersion(sizes: Int32Array): number {
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  return sizes.reduce((sum, size) => sum + (size - mean) ** 2, 0) / sizes.length / mean;
}
