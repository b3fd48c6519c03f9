import type { EditStepSpec } from "@agatha/contracts";
import type { MessageTree } from "../../../i18n/messages.js";
import { en } from "../en.js";
import { ja } from "../ja.js";
import { describeStep, type StepFormatter } from "./describe.js";

/** Texts as i18next formats them, for texts without plurals. */
const wordsOf = (texts: MessageTree): StepFormatter => ({
  text: (key, values = {}) => {
    let found: string | MessageTree | undefined = texts;
    for (const part of key.split(".")) found = typeof found === "object" ? found[part] : undefined;
    if (typeof found !== "string") throw new Error(`There is no text ${key}`);
    return found.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name]));
  },
  number: String,
  label: (column) => (column === "v" ? "speed" : column),
});
const words = wordsOf(en);
const filter = (combine: "and" | "or", ...groups: Extract<EditStepSpec, { type: "filter" }>["groups"]): EditStepSpec => ({
  type: "filter",
  combine,
  groups,
});

test.each<[string, EditStepSpec]>([
  [
    "Keep rows where speed is at least 3 and line is “A”",
    filter("or", {
      combine: "and",
      conditions: [
        { column: "v", op: "between", from: 3 },
        { column: "line", op: "eq", value: "A" },
      ],
    }),
  ],
  [
    "Keep rows where (line is one of “A”, “B” or line is missing) and start is from 2024-05-01 to 2024-05-02 13:30",
    filter(
      "and",
      {
        combine: "or",
        conditions: [
          { column: "line", op: "in", values: ["A", "B"] },
          { column: "line", op: "empty" },
        ],
      },
      {
        combine: "and",
        conditions: [{ column: "start", op: "between", from: "2024-05-01T00:00:00.000Z", to: "2024-05-02T13:30:00.000Z" }],
      },
    ),
  ],
  [
    "Keep rows where start is before 2024-05-01 13:30:05.250",
    filter("and", { combine: "and", conditions: [{ column: "start", op: "lt", value: "2024-05-01T13:30:05.250Z" }] }),
  ],
  [
    "Keep rows where the time of day of start is from 22:00 to 06:00",
    filter("and", { combine: "and", conditions: [{ column: "start", op: "time_of_day", from: "22:00", to: "06:00" }] }),
  ],
  [
    "By speed (descending), line (ascending)",
    {
      type: "sort",
      by: [
        { column: "v", order: "desc" },
        { column: "line", order: "asc" },
      ],
    },
  ],
  [
    "mean of speed, count of rows by start every 2 hours, line",
    {
      type: "aggregation",
      by: ["line"],
      window: { column: "start", every: 2, unit: "hour" },
      cols: [
        { name: "a", function: "mean", column: "v" },
        { name: "b", function: "count" },
      ],
    },
  ],
  [
    "count of rows by month of start",
    {
      type: "aggregation",
      by: [],
      window: { column: "start", every: 1, unit: "month" },
      cols: [{ name: "a", function: "count" }],
    },
  ],
  ["largest of speed of all rows", { type: "aggregation", by: [], cols: [{ name: "a", function: "max", column: "v" }] }],
  ["speed: -999 becomes a missing value", { type: "replacement", replace_col: "v", action: { kind: "value", from: -999, to: null } }],
  ["speed: missing values become the median", { type: "replacement", replace_col: "v", action: { kind: "fill_with", with: "median" } }],
  ["speed: limited to 0 to 5", { type: "replacement", replace_col: "v", action: { kind: "clip", min: 0, max: 5 } }],
  ["speed: limited to at most 5", { type: "replacement", replace_col: "v", action: { kind: "clip", max: 5 } }],
  ["twice = speed × 2", { type: "derived", name: "twice", formula: { op: "multiply", left: { column: "v" }, right: { value: 2 } } }],
  ["z = if(v > 1, 2)", { type: "derived", name: "z", formula: { op: "expression", expression: "if(v > 1, 2)" } }],
  ["h = hour of start", { type: "derived", name: "h", formula: { op: "part", column: "start", part: "hour" } }],
  ["d = start to end, in days", { type: "derived", name: "d", formula: { op: "difference", from: "start", to: "end", unit: "day" } }],
])("description of a step: %s", (said, spec) => {
  expect(describeStep(spec, words)).toBe(said);
});

test("Japanese has no space between a unit of time and the word for each", () => {
  const spec: EditStepSpec = {
    type: "aggregation",
    by: [],
    window: { column: "start", every: 1, unit: "month" },
    cols: [{ name: "a", function: "count" }],
  };
  expect(describeStep(spec, wordsOf(ja))).toBe("start の月ごとの行数");
});
