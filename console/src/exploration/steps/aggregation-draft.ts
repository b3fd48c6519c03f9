/** An aggregation that is being described: a row for each group of rows. */
import type { AggregateFunction, AggregationSpec, ColumnType, TimeUnit } from "@agatha/contracts";
import type { StepColumn } from "./columns.js";
import { found, type Problem, type Problems } from "./problems.js";
import { freeColumnName, nameProblem } from "./value.js";

const ANY: readonly ColumnType[] = ["n", "s", "d"];
const NUMBERS: readonly ColumnType[] = ["n"];

/** What can be asked of the rows of a group, and of columns of which types; the usual first. */
export const FIGURES: Record<AggregateFunction, readonly ColumnType[]> = {
  mean: NUMBERS,
  median: NUMBERS,
  sum: NUMBERS,
  std: NUMBERS,
  min: ANY,
  max: ANY,
  first: ANY,
  last: ANY,
  count: ANY,
  missing: ANY,
  unique: ANY,
};
export const FIGURE_NAMES = Object.keys(FIGURES) as AggregateFunction[];

export const TIME_UNITS = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"] as const satisfies readonly TimeUnit[];

export interface FigureDraft {
  key: number;
  function: AggregateFunction;
  /** Null for a count is the number of rows. */
  column: string | null;
  /** Null: made of the function and the column. */
  name: string | null;
}

export interface AggregationDraft {
  by: readonly string[];
  window: { column: string | null; every: string; unit: TimeUnit } | null;
  figures: readonly FigureDraft[];
}

export function newAggregation(): AggregationDraft {
  return { by: [], window: null, figures: [{ key: 0, function: "count", column: null, name: null }] };
}

export function withFigure(draft: AggregationDraft): AggregationDraft {
  const key = 1 + Math.max(-1, ...draft.figures.map((figure) => figure.key));
  return { ...draft, figures: [...draft.figures, { key, function: "mean", column: null, name: null }] };
}

const groupNames = ({ by, window }: AggregationDraft): string[] => [...(window?.column ? [window.column] : []), ...by];

/** Names of the columns that come out, one for each figure: as entered, or made up. */
export function figureNames(draft: AggregationDraft): string[] {
  const taken = groupNames(draft);
  const entered = draft.figures.flatMap(({ name }) => (name === null ? [] : [name]));
  return draft.figures.map((figure) => {
    if (figure.name !== null) return figure.name;
    const wanted = figure.column === null ? figure.function : `${figure.column}_${figure.function}`;
    const name = freeColumnName(wanted, [...taken, ...entered]);
    taken.push(name);
    return name;
  });
}

/** By `every`, `window`, `figures`, `${key}.column` and `${key}.name`. */
export function aggregationProblems(draft: AggregationDraft, columns: readonly StepColumn[]): Problems {
  const problems: Record<string, Problem | null> = { figures: draft.figures.length === 0 ? "figureNeeded" : null };
  const names = figureNames(draft);
  const groups = groupNames(draft);
  for (const [i, figure] of draft.figures.entries()) {
    problems[`${figure.key}.column`] = figureProblem(figure, columns);
    problems[`${figure.key}.name`] = nameProblem(names[i] ?? "", [...groups, ...names.slice(0, i)]);
  }
  if (draft.window) {
    const column = columns.find(({ name }) => name === draft.window?.column);
    problems.window = column?.type === "d" ? (draft.by.includes(column.name) ? "columnTwice" : null) : "columnNeeded";
    const every = Number(draft.window.every);
    problems.every = Number.isInteger(every) && every >= 1 && every <= 10_000 ? null : "everyRule";
  }
  return found(problems);
}

function figureProblem({ function: figure, column: name }: FigureDraft, columns: readonly StepColumn[]): Problem | null {
  if (name === null && figure === "count") return null;
  const column = columns.find((each) => each.name === name);
  return column && FIGURES[figure].includes(column.type) ? null : "columnNeeded";
}

export function aggregationSpecOf(draft: AggregationDraft): AggregationSpec {
  const names = figureNames(draft);
  const { window } = draft;
  return {
    type: "aggregation",
    by: [...draft.by],
    ...(window ? { window: { column: window.column ?? "", every: Number(window.every), unit: window.unit } } : {}),
    cols: draft.figures.map(({ function: figure, column }, i) => ({
      name: names[i] ?? "",
      function: figure,
      ...(column === null ? {} : { column }),
    })),
  };
}
