import type { OffsetZone } from "@agatha/contracts";
import type { Database } from "../../tables/database.js";
import { HOUR_MS, parseUtcOffset, utcToZonedTime } from "../../tables/zoned-time.js";
import { type CsvSource, csvColumnName, readCsvClause } from "../csv/csv-source.js";
import type { ColumnFormat } from "../formats/column-formats.js";
import { toInstantSql, utcOffsetSql } from "../formats/date-sql.js";
import { trimSql } from "../formats/number-formats.js";

/** Zones that are named before others with the same clocks. */
const WELL_KNOWN_ZONES = [
  "Europe/Berlin",
  "Europe/London",
  "Europe/Helsinki",
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "America/Santiago",
  "Australia/Sydney",
  "Pacific/Auckland",
];

/** First and last instant of a month with an offset, in milliseconds. */
interface OffsetInMonth {
  offset: string;
  first: number;
  last: number;
}

/**
 * Returns, by column index, the zone whose clocks explain the offsets of a column of times: two of them, an hour apart, that change
 * when the zone's clocks do. Columns without offsets cost nothing; the others cost a pass over the file.
 */
export async function findOffsetZones(
  database: Database,
  source: CsvSource,
  formats: readonly ColumnFormat[],
): Promise<Map<number, OffsetZone>> {
  const found = new Map<number, OffsetZone>();
  for (const [index, format] of formats.entries()) {
    if (format.type !== "d" || "declared" in format || format.plain) continue;
    const text = trimSql(csvColumnName(index));
    const [instant, offset] = [toInstantSql(text, format.format, "UTC"), utcOffsetSql(text, format.format)];
    const zone = zoneOf(await queryOffsets(database, source, { instant, offset }));
    if (zone) found.set(index, zone);
  }
  return found;
}

async function queryOffsets(
  database: Database,
  source: CsvSource,
  { instant, offset }: Record<"instant" | "offset", string>,
): Promise<OffsetInMonth[]> {
  const { from, path } = readCsvClause(source);
  const rows = await database.rows(
    `SELECT written, min(epoch_ms(instant))::DOUBLE, max(epoch_ms(instant))::DOUBLE
     FROM (SELECT ${instant} AS instant, ${offset} AS written FROM ${from}) WHERE instant IS NOT NULL
     GROUP BY written, year(instant), month(instant)`,
    [path],
  );
  return rows.map(([written, first, last]) => ({ offset: String(written), first: Number(first), last: Number(last) }));
}

function zoneOf(months: readonly OffsetInMonth[]): OffsetZone | undefined {
  if (months.some(({ offset }) => offset === "")) return undefined;
  const hours = new Map(months.map(({ offset }) => [parseUtcOffset(offset), offset]));
  const [winter, summer] = [...hours.keys()].sort((a, b) => a - b);
  if (hours.size !== 2 || summer === undefined || summer - winter !== HOUR_MS) return undefined;
  const fits = (zone: string) =>
    months.every(({ offset, first, last }) => [first, last].every((at) => utcToZonedTime(at, zone) - at === parseUtcOffset(offset)));
  const zone = WELL_KNOWN_ZONES.find(fits) ?? Intl.supportedValuesOf("timeZone").find(fits);
  return zone === undefined ? undefined : { zone, winter: hours.get(winter) ?? "", summer: hours.get(summer) ?? "" };
}
