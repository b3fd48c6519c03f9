import { createRandom, type Random } from "../../numeric/random.js";
import { namesSurveyWeight } from "../column-names/name-kind.js";
import { type ColumnValues, countCodes, MIN_IMPLIED_AGREEMENT } from "./column-values.js";
import { combineCodes, type ValueCodes } from "./group-codes.js";
import { isDerivedSet } from "./is-derived-set.js";

/** Least number of columns in a set that each say much, and yet agree once the others do. */
const MIN_TELLING_COLUMNS = 3;
/** Largest agreement of random rows in a column that says much. */
const MAX_TELLING_AGREEMENT = 0.25;
/** Share of pairs that must stay when a column joins the set, of those that would not stay by chance. */
const MIN_STAYING = 0.5;
/** Least share of rows that share their set with another row. */
const MIN_SHARING = 0.4;
const MIN_GROUPS = 10;
const MAX_SEEDS = 12;
const MAX_COLUMNS = 200;
const MAX_PAIRS = 2000;
const SEED = 1;

/**
 * Returns the columns of a recipe: a set whose values recur together, so that rows which agree in some of them agree in all.
 */
export function findRecurringSet(candidates: readonly ColumnValues[]): string[] | undefined {
  const columns = candidates
    .filter(({ name, count, agreement }) => count > 1 && agreement < 0.9 && !namesSurveyWeight(name))
    .slice(0, MAX_COLUMNS);
  const telling = columns.filter(saysMuch).sort((a, b) => a.agreement - b.agreement);
  let best: { columns: ColumnValues[]; sharing: number } | undefined;
  for (const seed of telling.filter(({ count, codes }) => count < 0.9 * codes.length).slice(0, MAX_SEEDS)) {
    const set = growSet(seed, columns, samplePairs(seed, createRandom(SEED)));
    if (!set) continue;
    const sizes = countCodes(set.reduce<ValueCodes>(combineCodes, { codes: new Int32Array(seed.codes.length), count: 1 }));
    const sharing = sizes.reduce((sum, size) => sum + (size > 1 ? size : 0), 0) / seed.codes.length;
    const isShared = sizes.length >= MIN_GROUPS && sharing >= MIN_SHARING && sharing > (best?.sharing ?? 0);
    if (isShared && !isDerivedSet(set.filter(saysMuch))) best = { columns: set, sharing };
  }
  return best?.columns.map(({ name }) => name);
}

const saysMuch = ({ agreement }: ColumnValues): boolean => agreement < MAX_TELLING_AGREEMENT;

type Pair = readonly [number, number];

/** Draws pairs of rows with the same value. */
function samplePairs({ codes }: ColumnValues, random: Random): Pair[] {
  const byCode = new Map<number, number[]>();
  for (const [row, code] of codes.entries()) {
    const same = byCode.get(code);
    if (same) same.push(row);
    else byCode.set(code, [row]);
  }
  const repeated = [...byCode.values()].filter(({ length }) => length > 1);
  const all = repeated.flatMap((group) =>
    group.map((row, at): Pair => [row, group[(at + 1 + random.int(group.length - 1)) % group.length]]),
  );
  return all.slice(0, MAX_PAIRS);
}

/**
 * Adds columns to the seed's while most pairs that agree so far agree in them too. Returns undefined if they are no recipe. Rows that
 * agree only in what both lack share no recipe.
 */
function growSet(seed: ColumnValues, columns: readonly ColumnValues[], all: readonly Pair[]): ColumnValues[] | undefined {
  const set = [seed];
  let pairs = all;
  for (;;) {
    const next = columns
      .filter((column) => !set.includes(column))
      .map((column) => ({ column, pairs: pairs.filter((pair) => agree(column, pair)) }))
      .reduce<{ column: ColumnValues; pairs: Pair[] } | undefined>(
        (best, each) => (each.pairs.length > (best?.pairs.length ?? 0) ? each : best),
        undefined,
      );
    // From a seed that many recipes share, the first further columns leave few pairs.
    if (!next || next.pairs.length === 0) break;
    const byChance = next.column.agreement;
    if (set.length >= MIN_TELLING_COLUMNS && next.pairs.length <= (byChance + MIN_STAYING * (1 - byChance)) * pairs.length) break;
    set.push(next.column);
    pairs = next.pairs;
  }
  const implied = set.filter((column) => saysMuch(column) && isImplied(column, set, all, pairs.length));
  const distinct = implied.filter((column, i) => !implied.slice(0, i).some((other) => renames(column, other)));
  const agreeInValues = pairs.filter(
    ([row]) => distinct.filter(({ numbers }) => !Number.isNaN(numbers[row])).length >= MIN_TELLING_COLUMNS,
  );
  return pairs.length > 0 && agreeInValues.length >= MIN_IMPLIED_AGREEMENT * pairs.length ? set : undefined;
}

function agree({ codes }: ValueCodes, [a, b]: Pair): boolean {
  return codes[a] === codes[b];
}

function isImplied(column: ColumnValues, set: readonly ColumnValues[], pairs: readonly Pair[], inAll: number): boolean {
  const others = set.filter((other) => other !== column);
  return inAll >= MIN_IMPLIED_AGREEMENT * pairs.filter((pair) => others.every((other) => agree(other, pair))).length;
}

/** Returns true if one of the columns determines the other's value in the whole table. */
function renames(a: ColumnValues, b: ColumnValues): boolean {
  return combineCodes(a, b).count <= 1.02 * Math.max(a.count, b.count);
}
