import { InvalidInput } from "@agatha/contracts";
import { columnTypeProblem, missingColumnProblems } from "@agatha/contracts/model-rules/model-inputs";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { type ColumnMismatch, columnMismatches, parseMismatches } from "./column-mismatches.js";

type Given = DatasetAnswer["columns"][number];
const column = (name: string, type: Given["type"], unique = 5) => ({ name, type, stats: { unique } }) as Given;
const input = (name: string, type: Given["type"]) => ({ name, type }) as Parameters<typeof columnMismatches>[0]["inputs"][number];
const learned = (type: "REGRESSION" | "CLASSIFICATION" | "OCC" | "CLUSTERING", response: string | null) => ({
  type,
  response,
  inputs: [input("speed", "n"), input("shift", "s")],
});
const fitting = [column("speed", "n"), column("shift", "s"), column("yield", "n"), column("note", "s")];
const without = (name: string) => fitting.filter((one) => one.name !== name);

test.each<[string, Parameters<typeof columnMismatches>, ColumnMismatch[]]>([
  ["further columns are allowed", [learned("REGRESSION", "yield"), fitting], []],
  ["a missing input is told", [learned("REGRESSION", "yield"), without("speed")], [{ column: "speed", kind: "missing" }]],
  ["a missing target is told", [learned("REGRESSION", "yield"), without("yield")], [{ column: "yield", kind: "missing" }]],
  ["clustering needs no target", [learned("CLUSTERING", null), without("yield")], []],
  ["outlier detection needs no target", [learned("OCC", null), without("yield")], []],
  [
    "outlier detection with known anomalies needs their column",
    [learned("OCC", null), fitting, "mark"],
    [{ column: "mark", kind: "missing" }],
  ],
  [
    "text in a numeric input is told",
    [learned("REGRESSION", "yield"), [...without("speed"), column("speed", "s")]],
    [{ column: "speed", kind: "otherKind", actualType: "s", expectedType: "n" }],
  ],
  ["an empty column fits any type", [learned("REGRESSION", "yield"), [...without("speed"), column("speed", "s", 0)]], []],
  [
    "a text target of a regression is told",
    [learned("REGRESSION", "note"), fitting],
    [{ column: "note", kind: "otherKind", actualType: "s", expectedType: "n" }],
  ],
  ["a target of classes fits any type", [learned("CLASSIFICATION", "yield"), fitting], []],
  // @contract test-data-has-the-columns-types-and
])("schema check: %s", (_sentence, [info, given, label], problems) => {
  expect(columnMismatches(info, given, label)).toEqual(problems);
});

const refusals: Record<string, { problems: ConstructorParameters<typeof InvalidInput>[1]; mismatches: ColumnMismatch[] }> = {
  "one column that is missing": { problems: missingColumnProblems(["wind"]), mismatches: [{ column: "wind", kind: "missing" }] },
  "several that are missing": {
    problems: missingColumnProblems(["wind", "rain"]),
    mismatches: [{ column: "wind, rain", kind: "missing" }],
  },
  "columns of other kinds": {
    problems: [columnTypeProblem("wind", "s", "n"), columnTypeProblem("day", "n", "d")],
    mismatches: [
      { column: "wind", kind: "otherKind", actualType: "s", expectedType: "n" },
      { column: "day", kind: "otherKind", actualType: "n", expectedType: "d" },
    ],
  },
  "a column with a wrong entry": {
    problems: columnTypeProblem("wind", "s", "n", { row: 5, value: 'three; or "so"' }),
    mismatches: [{ column: "wind", kind: "otherKind", actualType: "s", expectedType: "n", first: { row: 5, value: "three; or 'so'" } }],
  },
  "what has no words of its own": {
    problems: { path: "sky", message: 'has no value that was seen in training ("a; b" is none): check that it is the same column' },
    mismatches: [
      { column: "sky", kind: "other", words: 'has no value that was seen in training ("a; b" is none): check that it is the same column' },
    ],
  },
  "what is about no column": {
    problems: { path: "", message: "Damaged" },
    mismatches: [{ column: null, kind: "other", words: "Damaged" }],
  },
};

// @contract test-data-has-the-columns-types-and
test.each(Object.entries(refusals))("the mismatches parsed from a refusal: %s", (_sentence, { problems, mismatches }) => {
  expect(parseMismatches(new InvalidInput("010702", problems).message)).toEqual(mismatches);
});
