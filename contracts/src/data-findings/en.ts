import type { FindingTexts } from "./describe-finding.js";

const gapsStay =
  "A time series learns from the times around them. If nothing happened then, as between orders, let a forecast count periods without rows as 0, or add rows with 0.";
const othersInUtc =
  "Other models take month, weekday and hour in UTC whatever the time zone: derive these in the edit history if they should follow local clocks.";
const takenAsNumber = "Training takes it as the number that it is. Empty these cells where nothing was measured.";
const learnedFromAll =
  "Training learns from all of them. Where a copy is held out whose twin is known, figures promise too much. Automatic training holds copies out together if 40% of the rows have one.";
const unitsKept = "Training takes all numbers as they are. Bring them to one unit first.";

const numbersAsText = {
  what: "{{column}} is text, although {{numbers}} of {{rows}} values look like numbers. One that was not read as a number is “{{example}}”.",
  training:
    "Training takes it as text, and leaves it out with more than 50 different values. Write all its numbers alike, with one decimal mark and without units or blanks.",
};
const timesAsText = {
  what: "{{column}} is text, although {{times}} of {{rows}} values look like times. One that was not read as a time is “{{example}}”.",
  training:
    "Training takes it as text, and no time series can be learned from it. Write all times alike, such as 2024-01-31 or 2024Q1, without lines of totals.",
};

export const en: FindingTexts = {
  near_unique_text: {
    what: "{{column}} has {{distinct}} different text values in {{rows}} rows.",
    training: "Training leaves out text with more than 50 different values. Derive a column of fewer kinds from it.",
  },
  ambiguous_numbers: {
    what: "{{column}}: {{count}} of {{rows}} values can be read in two ways. “{{example}}” was read as {{reading}}, and could be {{other}} as well.",
    training:
      "Training takes it as {{reading}}. If that is wrong, choose the decimal mark in “Read it differently”; if only some values are wrong, write them with the same marks in the file.",
  },
  ambiguous_dates: {
    what: "{{column}}: no value tells the order of day, month and year, and {{count}} of {{rows}} would be another day in another order. “{{example}}” was read as {{reading}}, and could be {{other}} as well.",
    training: "Training takes it as {{reading}}. If that is wrong, choose the order in dates in “Read it differently”.",
  },
  ambiguous_exchanged_days: {
    what: "{{column}}: a spreadsheet has probably exchanged day and month of {{count}} of {{rows}} values. None of them is later than the 12th of a month, and every day that is written in another way is. “{{example}}” was read as {{reading}}, and could be {{other}} as well.",
    training: "Training takes it as {{reading}}. If that is wrong, choose the order in dates “Year first” in “Read it differently”.",
  },
  ambiguous_exponents: {
    what: "{{column}}: {{count}} of {{rows}} values have an E between digits, such as “{{example}}”, which was read as the number {{reading}}. They may be codes, such as those of lots.",
    training: "Training takes them as numbers with a power of ten. If they are codes, choose the type Text for the column.",
  },
  unread_values: {
    what: "{{column}}: {{count}} of {{rows}} values cannot be read as the type that was chosen for the column. One of them is “{{example}}”.",
    training:
      "Their cells are empty, and training takes them as missing. Choose the type Text for the column, or write its values as they can be read: times such as 2024-01-31 or 2024Q1, numbers with one decimal mark and without units.",
  },
  times_as_numbers: {
    what: "{{column}} has numbers such as {{example}}, which look like times.",
    training:
      "Training takes them as numbers, and no time series can be learned from them. Choose the type Date and time for the column if they are times.",
  },
  times_in_parts: {
    what: "{{column}} and {{parts}} are parts of times.",
    training:
      "Training takes them as numbers, and no time series can be learned from them. Compute a column of times in the edit history, with the expression {{formula}}, or write times such as 2024-01 in the file.",
  },
  later_than_today: {
    what: "{{column}}: times later than today: {{count}} of {{rows}}, the last one {{last}}.",
    training:
      "Training takes them as they are. Rows that are planned ahead may stay. Years of two digits are read as 1969 to 2068: write four digits if the century is wrong.",
  },
  exchanged_days: {
    what: "{{column}}: a spreadsheet has probably exchanged day and month of {{count}} of {{rows}} values. With both exchanged back in all days up to the 12th, the times are in the order of the rows, and as they are they jump back and forth. “{{example}}” would be {{other}}.",
    training:
      "Training takes them as they are. Import the original file into the spreadsheet again, with this column as text, and upload it anew.",
  },
  repeated_hours: {
    what: "{{column}}: local times of {{zone}} that the clock shows twice in autumn: {{repeated}}.",
    training:
      "Training takes the first as the hour before the change and the second as the hour after it. The season of a day follows the clocks.",
  },
  unset_time_zone: {
    what: "{{column}} looks like local times of a zone with summer time, such as {{zone}}. Where clocks change, times that occur twice: {{repeated}}, hours that are skipped in spring: {{skipped}}.",
    training: `A time series takes the mean of an hour that occurs twice, and takes the skipped hour as a gap. Choose the time zone in “Read it differently” for time series, joins and edit steps: then each is an hour of its own, and forecasts know when clocks change. ${othersInUtc}`,
  },
  offsets_of_zone: {
    what: "{{column}} has offsets from UTC that are an hour apart in winter and in summer ({{winter}} and {{summer}}): times of one zone with summer time, such as {{zone}}.",
    training: `Time series and edit steps count days and hours in UTC, so that they are off by an hour for a part of the year. Choose the time zone in “Read it differently” for them. ${othersInUtc}`,
  },
  missing_hours: {
    what: "{{column}}: hours without a row between the first and the last time: {{count}} of {{periods}}.",
    training: gapsStay,
  },
  missing_days: {
    what: "{{column}}: days without a row between the first and the last time: {{count}} of {{periods}}.",
    training: gapsStay,
  },
  missing_months: {
    what: "{{column}}: months without a row between the first and the last time: {{count}} of {{periods}}.",
    training: gapsStay,
  },
  missing_periods: {
    what: "{{column}}: periods without a row between the first and the last time: {{count}} of {{periods}}.",
    training: gapsStay,
  },
  numbers_as_text: numbersAsText,
  readable_numbers_as_text: {
    ...numbersAsText,
    training: `${numbersAsText.training} Or choose the type Number for the column: cells that cannot be read are then empty.`,
  },
  times_as_text: timesAsText,
  readable_times_as_text: {
    ...timesAsText,
    training: `${timesAsText.training} Or choose the type Date and time for the column: cells that cannot be read are then empty.`,
  },
  exchanged_days_as_text: {
    what: "{{column}} is text with days that are written in two ways, such as “{{example}}” and “{{other}}”. No day of the first way is later than the 12th, and every one of the second is: a spreadsheet has probably exchanged day and month of the first ones, {{count}} of {{rows}} values.",
    training:
      "Training takes it as text, and no time series can be learned from it. Choose the type Date and time for the column: the days are then read with day and month exchanged back. Or import the original file into the spreadsheet again, with this column as text.",
  },
  unread_times_as_text: {
    what: "{{column}} is text, although {{times}} of {{rows}} values look like times, such as “{{example}}”. None of them is written as a time that can be read.",
    training:
      "Training takes it as text, and no time series can be learned from it. Write all times alike, such as 2024-01-31 or 2024Q1, with years of the common era.",
  },
  clocks_as_text: {
    what: "{{column}} is text with clock times or durations, such as “{{example}}”.",
    training:
      "Training takes it as text, and leaves it out with more than 50 different values. Write it as a number, such as 1.5 for 1:30, or as a time with its date.",
  },
  times_as_columns: {
    what: "The names of {{count}} columns, from {{first}} to {{last}}, look like times.",
    training: "A time series needs a row for each time. Make rows of these columns in the edit history, and save the result as a dataset.",
  },
  names_in_line: {
    what: "The table has one column. The names of the columns seem to be in line {{line}} of the file.",
    training:
      "Training has only this text to learn from. Take line {{line}} as the line of the names under “Read it differently”, or delete the lines above it and upload the file again.",
  },
  missing_values: {
    what: "{{column}} lacks a value in {{share}} of the rows.",
    training:
      "Random forests, gradient-boosted trees and isolation forests learn from the gap itself. Other algorithms fill numbers with the median, and take missing text as none of the known values.",
  },
  one_value_or_none: {
    what: "{{column}} has the same value in all rows that have one, and lacks it in {{share}} of the rows.",
    training: "Training leaves it out. If the gap tells something, as that of a box to tick does, choose the type Text for the column.",
  },
  zeros_for_missing: {
    what: "{{column}} is 0 in {{count}} of the rows looked at, and at least {{least}} in the others: 0 may stand for a missing value.",
    training: takenAsNumber,
  },
  sentinel: {
    what: "{{column}} is {{value}} in {{count}} of the rows looked at, and from {{least}} to {{greatest}} in the others: {{value}} may stand for a missing value.",
    training: takenAsNumber,
  },
  mixed_units: {
    what: "{{column}} looks like two units in one column: {{count}} values are spread like {{factor}} times the others.",
    training: unitsKept,
  },
  mixed_units_as_text: {
    what: "{{column}} has two or more units in one column: {{units}} and {{last}}, such as “{{example}}”. Numbers with a unit are text: {{numbers}} of {{rows}} values.",
    training:
      "Training takes it as text, not as numbers, and leaves it out with more than 50 different values. Bring the numbers to one unit, and write them without it.",
  },
  mixed_temperatures: {
    what: "{{column}} looks like two units in one column: {{count}} values are spread like the others in degrees Fahrenheit.",
    training: unitsKept,
  },
  constant_in_group: {
    what: "{{column}} has one value in each group of {{groupColumns}}.",
    training:
      "For new groups, a column with one value in each group gives {{groups}} examples to learn from, not {{rows}}. Text that only names the group is left out then.",
  },
  drift: {
    what: "{{column}} drifts along the order of the file: its rank correlation with the row number is {{correlation}}.",
    training: "Random held-out rows lie between learned ones. If a column tells the time, hold out later rows to see how later rows fare.",
  },
  numeric_names: {
    what: "The names of all columns are numbers: {{names}}. The first row may be data, not names.",
    training: "Training does without this row. If it is data, choose “None: number the columns” in “Read it differently”.",
  },
  totals: {
    what: "Rows that look like totals or means of other rows, or like notes below the table: {{count}}. The last one is row {{row}}.",
    training: "Training learns from them as from all rows. Leave them out by a filter in the edit history, or delete them in the file.",
  },
  copied_rows: {
    what: "Rows that equal an earlier row in every column, apart from row numbers and names: {{count}} ({{share}}).",
    training: learnedFromAll,
  },
  near_copies: {
    what: "Rows that nearly equal an earlier row, with the same texts and numbers within a thousandth of their range: {{count}} ({{share}}).",
    training: learnedFromAll,
  },
};
