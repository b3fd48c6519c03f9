import type { OptimizationGoal, OptimizationRequest, OptimizationResult, ReachedGoal } from "@agatha/contracts";
import {
  FormControlLabel,
  Radio,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Tooltip,
  Typography,
} from "@mui/material";
import type { ReactNode } from "react";
import { rangeText } from "../../i18n/range-text.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { type ActiveBound, activeBound } from "./active-constraints.js";
import { describeReached, formatReached, formatSetting, reachedGoals } from "./descriptions.js";
import { type Extrapolation, extrapolationOf } from "./extrapolation.js";
import { type GoalModels, goalsOf, inputsOf } from "./goal-models.js";

interface SolutionTableProps {
  models: GoalModels;
  request: OptimizationRequest;
  solutions: OptimizationResult["solutions"];
  /** Index of a solution. */
  selected: number;
  onSelect(place: number): void;
}

export const EXTRAPOLATION_COLOR = {
  within: "success.main",
  edge: "text.primary",
  far: "warning.main",
  outside: "error.main",
} as const satisfies Record<Extrapolation, string>;
const BOUND_SYMBOL = { lower: "↓", upper: "↑", fixed: "=" } as const satisfies Record<ActiveBound, string>;
/** Significant digits that distinguish settings. */
const DIGITS = 5;

/** One column for each solution: the goals, their reliability, then each input. */
export function SolutionTable({ models, request, solutions, selected, onSelect }: SolutionTableProps) {
  const text = useText(messages);
  const format = useFormat();
  return (
    <>
      <TableContainer tabIndex={0} role="region" aria-label={text("optimization.result.chart")} sx={{ maxHeight: 560 }}>
        <Table size="small" stickyHeader sx={{ "& .MuiTableCell-root": { px: 1 } }}>
          <TableHead>
            <TableRow>
              <TableCell sx={STICKY_COLUMN}>{text("optimization.input")}</TableCell>
              {solutions.map((_solution, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a solution is identified by its position
                <TableCell key={place} align="right" sx={place === selected ? SELECTED_HEADER : undefined}>
                  <FormControlLabel
                    control={
                      <Radio size="small" name="solution" checked={place === selected} onChange={() => onSelect(place)} sx={{ p: 0.5 }} />
                    }
                    label={text("optimization.result.solution", { number: place + 1 })}
                    sx={{ mr: 0, "& .MuiFormControlLabel-label": { fontWeight: 600, fontSize: "inherit" } }}
                  />
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {goalsOf(request).map((goal, g) => (
              <GoalRows
                // biome-ignore lint/suspicious/noArrayIndexKey: a goal is identified by its position
                key={g}
                goal={goal}
                reached={solutions.map((solution) => reachedGoals(solution)[g])}
                models={models}
                chosen={selected}
              />
            ))}
            {solutions[0]?.desirability === undefined ? null : (
              <SolutionTableRow
                name={text("optimization.result.desirability")}
                chosen={selected}
                cells={solutions.map(({ desirability }) => (desirability === undefined ? "–" : format.number(desirability, 3)))}
              />
            )}
            <SolutionTableRow
              name={text("optimization.result.known")}
              chosen={selected}
              wraps
              cells={solutions.map(({ outside, distance }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a solution is identified by its position
                <ExtrapolationLabel key={place} closeness={extrapolationOf(outside, distance)} />
              ))}
            />
            {inputsOf(models).map((input) => (
              <SolutionTableRow
                key={input.name}
                name={input.name}
                chosen={selected}
                cells={solutions.map(({ settings, unseen }) => (
                  <>
                    <BoundMark limit={activeBound(input, request, settings)} />{" "}
                    {unseen?.includes(input.name) ? (
                      <Mark symbol="≠" words={text("optimization.result.unseen")} color="warning.main" />
                    ) : null}{" "}
                    {formatSetting(settings[input.name], format, DIGITS)}
                  </>
                ))}
              />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <Typography variant="caption" color="text.secondary">
        {text("optimization.result.marks")}
      </Typography>
    </>
  );
}

/** Shows the value of a goal in each solution, and the interval of a predicted number. */
function GoalRows({ goal, reached, models, chosen }: GoalRowsProps) {
  const text = useText(messages);
  const format = useFormat();
  const level = reached[0]?.interval?.level;
  return (
    <>
      <SolutionTableRow
        name={describeReached(goal, models, text)}
        chosen={chosen}
        strong
        cells={reached.map((one) =>
          one === undefined ? (
            "–"
          ) : (
            <>
              {one.beyond ? <Mark symbol="!" words={text(`whatIf.beyond.${one.beyond}`)} color="warning.main" /> : null}{" "}
              {one.met === false ? <Mark symbol="✗" words={text("optimization.result.notMet")} color="error.main" /> : null}{" "}
              {formatReached(goal, one.prediction, format, DIGITS)}
            </>
          ),
        )}
      />
      {level === undefined ? null : (
        <SolutionTableRow
          name={text("optimization.result.interval", { level: format.percent(level) })}
          chosen={chosen}
          cells={reached.map((one) =>
            one?.interval ? rangeText(format.number(one.interval.lower), format.number(one.interval.upper)) : "–",
          )}
        />
      )}
    </>
  );
}

interface GoalRowsProps {
  goal: OptimizationGoal;
  /** By solution. */
  reached: readonly (ReachedGoal | undefined)[];
  models: GoalModels;
  chosen: number;
}

interface SolutionTableRowProps {
  name: string;
  cells: readonly ReactNode[];
  chosen: number;
  strong?: boolean;
  /** Whether the cells may wrap. */
  wraps?: boolean;
}

function SolutionTableRow({ name, cells, chosen, strong = false, wraps = false }: SolutionTableRowProps) {
  const look = { fontWeight: strong ? 600 : undefined, ...(wraps ? { minWidth: 104, textWrap: "balance" } : { whiteSpace: "nowrap" }) };
  return (
    <TableRow hover>
      <TableCell component="th" scope="row" sx={{ ...STICKY_COLUMN, fontWeight: strong ? 600 : undefined }}>
        {name}
      </TableCell>
      {cells.map((cell, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a solution is identified by its position
        <TableCell key={place} align="right" sx={place === chosen ? { ...look, ...SELECTED_CELL } : look}>
          {cell}
        </TableCell>
      ))}
    </TableRow>
  );
}

/** Stays visible while the solutions scroll. */
const STICKY_COLUMN = {
  position: "sticky",
  left: 0,
  zIndex: 1,
  bgcolor: "background.paper",
  minWidth: 120,
  maxWidth: 200,
  "&.MuiTableCell-head": { zIndex: 3 },
} as const;
const SELECTED_CELL = { bgcolor: "action.selected" } as const;
/** Content that scrolls beneath the header must not show through. */
const SELECTED_HEADER = { boxShadow: "inset 0 -2px 0 0 currentColor" } as const;

function ExtrapolationLabel({ closeness }: { closeness: Extrapolation }) {
  const text = useText(messages);
  return (
    <Typography variant="body2" color={EXTRAPOLATION_COLOR[closeness]}>
      {text(`optimization.closeness.${closeness}`)}
    </Typography>
  );
}

function BoundMark({ limit }: { limit: ActiveBound | null }) {
  const text = useText(messages);
  if (limit === null) return null;
  const color = limit === "fixed" ? "text.secondary" : "warning.main";
  return <Mark symbol={BOUND_SYMBOL[limit]} words={text(`optimization.result.${limit}`)} color={color} />;
}

function Mark({ symbol, words, color }: { symbol: string; words: string; color: string }) {
  return (
    <Tooltip title={words}>
      <Typography component="span" role="img" aria-label={words} color={color}>
        {symbol}
      </Typography>
    </Tooltip>
  );
}
