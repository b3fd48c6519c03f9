import type { ColumnFlag, ColumnProfile } from "@agatha/contracts";
import { checkColumn } from "../check/column-quality.js";
import { countSteps, type TimeRhythm, timeRhythm } from "../check/time-regularity.js";
import { countLevels } from "../tables/count-levels.js";
import type { Column, NumberColumn, TextColumn } from "../tables/table.js";
import { profileNumbers } from "./profile-numbers.js";
import { profileTexts } from "./profile-texts.js";
import { profileTimes } from "./profile-times.js";

interface ColumnProfileContext {
  /** Rows of the column, and rows of the file. */
  nrow: number;
  totalRows: number;
  /** Whether the rows are a sample. */
  isRandomSample: boolean;
  timezone: string;
  /** Whether the profile has more than the summary line. */
  detailed: boolean;
  missingValues: { missing: number; shareBySegment: number[] };
}

/** Returns the profile of one column. */
export function profileColumn(column: Column, context: ColumnProfileContext): ColumnProfile {
  return column.type === "s" ? profileTextColumn(column, context) : profileNumericColumn(column, context);
}

function profileTextColumn(column: TextColumn, context: ColumnProfileContext): ColumnProfile {
  const levels = countLevels(column);
  const present = context.nrow - context.missingValues.missing;
  const most = levels.reduce((greatest, { count }) => Math.max(greatest, count), 0);
  const stats = { unique: levels.length, integer: false, min: null, max: null };
  return {
    ...commonProfile(column, context, { ...stats, topShare: present > 0 ? most / present : 0 }),
    ...(context.detailed && present > 0 ? { texts: profileTexts(column) } : {}),
  };
}

function profileNumericColumn(column: NumberColumn, context: ColumnProfileContext): ColumnProfile {
  const sorted = column.values.filter(Number.isFinite).sort();
  const { distinct, most } = countRuns(sorted);
  const found = sorted.length > 0;
  const stats = {
    unique: distinct,
    integer: found && sorted.every(Number.isInteger),
    min: found ? sorted[0] : null,
    max: found ? sorted[sorted.length - 1] : null,
    topShare: found ? most / sorted.length : 0,
  };
  if (column.type === "n") {
    return { ...commonProfile(column, context, stats), ...(context.detailed && found ? { numbers: profileNumbers(sorted) } : {}) };
  }
  const { timezone, isRandomSample } = context;
  const rhythm = timeRhythm({ steps: countSteps(sorted), times: sorted, timezone }, isRandomSample);
  const times =
    context.detailed && found ? profileTimes(sorted, { timezone, regular: isRandomSample ? undefined : rhythm.regularTime }) : undefined;
  return { ...commonProfile(column, context, stats, rhythm), ...(times && { times }) };
}

/** Returns the number of distinct sorted values, and the count of the most frequent one. */
function countRuns(sorted: Float64Array): { distinct: number; most: number } {
  let [distinct, most] = [0, 0];
  for (let from = 0; from < sorted.length; distinct++) {
    let to = from + 1;
    while (to < sorted.length && sorted[to] === sorted[from]) to++;
    most = Math.max(most, to - from);
    from = to;
  }
  return { distinct, most };
}

interface ColumnStatistics {
  unique: number;
  integer: boolean;
  min: number | null;
  max: number | null;
  topShare: number;
}

/** Returns the statistics that all types share, with the quality and flags of the data check. */
function commonProfile(
  { name, type }: Column,
  { nrow, totalRows, missingValues }: ColumnProfileContext,
  { topShare, ...stats }: ColumnStatistics,
  { regularTime, repeatedTime }: Pick<TimeRhythm, "regularTime" | "repeatedTime"> = { regularTime: false, repeatedTime: false },
): ColumnProfile {
  const column = { name, type, stats: { ...stats, missing: missingValues.missing } };
  const { quality, flags } = checkColumn(column, { nrow, totalRows, topShare, regularTime, repeatedTime });
  return {
    name,
    type,
    missing: missingValues.missing,
    distinct: stats.unique,
    quality,
    flags: (Object.keys(flags) as ColumnFlag[]).filter((flag) => flags[flag]),
    missingAlong: missingValues.shareBySegment,
  };
}
