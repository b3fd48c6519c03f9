/**
 * Names of columns that have times. What the name alone has to prove decides how strict a pattern is: any part of a name does
 * where the values look like times already, and whole words are needed where they may be any numbers.
 */
import { separateWords, type Words, wordPattern } from "./words.js";

/** Returns true if a part of the name tells a time. For numbers that look like years, or seconds since 1970. */
export function isTimeName(name: string): boolean {
  return /year|date|time|stamp|epoch|month|period|week|day|jahr|[年月日時时]|^t$|^ts$/i.test(name);
}

export const YEAR_NAME_PATTERN = /year|jahr|年/i;

/** Returns true if a part of the name tells years. For numbers that are years long ago. */
export function isYearName(name: string): boolean {
  return YEAR_NAME_PATTERN.test(name);
}

/** Returns true if the whole name tells days or longer periods. For numbers of five digits, which may be a spreadsheet's days. */
export function isDayName(name: string): boolean {
  return /^(date|day|datum|tag|month|week|period|time ?stamp|ds)$|date$|^date|日期|^日$|年月/i.test(name.trim());
}

/** Returns true if a part of the name tells months or periods. For numbers such as 202001. */
export function isMonthName(name: string): boolean {
  return /month|period|monat|yyyymm|mois|mese|^mes$|年月|月份|^月$|期间|期間/i.test(name);
}

const TIMES: Words = {
  latin:
    "time|date|day|days|week|weeks|weekday|wk|mon|month|months|mth|mnth|quarter|qtr|year|years|yr|hour|hours|hr|hrs|minute|visit|period|wave|round|session|occasion|step|cycle|tick|timestamp",
  other: "日期|日付|時間|时间|時刻|时刻|日時|年月|年份|年度|月份|週次|周次|小時|小时",
};
/** Whole numbers in this range may be years. */
const [FIRST_YEAR, LAST_YEAR] = [1000, 2100];
const TIME_PATTERN = new RegExp(wordPattern(TIMES), "iu");
const AGE_PATTERN = new RegExp(wordPattern({ latin: "age", other: "年齡|年龄|年齢" }), "iu");

/** Returns true if a word of the name tells a time. */
export function hasTimeWord(name: string): boolean {
  return TIME_PATTERN.test(separateWords(name));
}

/** Returns true if the name tells the time since something that comes again, such as a service, but not since a beginning. */
export function hasSinceWord(name: string): boolean {
  return /(^|[^a-z])since([^a-z]|the)*(last|latest|previous|prior|service|maintenance|repair|overhaul|cleaning|calibration|failure|breakdown|stop|change|replacement|refill|visit|order|purchase)/i.test(
    separateWords(name),
  );
}

/** Returns true if whole numbers of this range are years: the name tells a time, and no count of periods is likely to begin at 1000. */
export function areYears(name: string, { min, max }: { min: number; max: number }): boolean {
  return hasTimeWord(name) && min >= FIRST_YEAR && max <= LAST_YEAR;
}

const EVENT_PATTERN = new RegExp(
  wordPattern({
    latin: "event|status|delta|cens|censor|censored|censoring|death|dead|died|failed|failure|relapse",
    other: "事件|狀態|状态|状態|死亡|イベント|打ち切り",
  }),
  "iu",
);

/** Returns true if a word of the name tells whether an event came, as in survival data. */
export function hasEventWord(name: string): boolean {
  return EVENT_PATTERN.test(separateWords(name));
}

/** Returns true if a word of the name tells a time or an age. */
export function hasTimeOrAgeWord(name: string): boolean {
  return hasTimeWord(name) || AGE_PATTERN.test(separateWords(name));
}

/** Returns true if the name tells an order of the rows of a group, as that of a measurement, or a time in a further language. */
export function isOrderName(name: string): boolean {
  return /(^|[^a-z])(jahr|monat|woche|tag|datum|année|annee|mois|semaine|año|mes|fecha|cycles|obs|enum|seq|sequence|start|stop|epoch|decade|term|trimester|semester|measurement|assessment)([^a-z]|$)|[年月季]度|期間|期间|時点|^(index|[年月日週周季期次])$/i.test(
    separateWords(name),
  );
}
