import type { ModelInfo, OptimizationRequest, OptimizationResult, PredictionResult } from "@agatha/contracts";
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
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { type ActiveBound, activeBound } from "./active-constraints.js";
import { type Extrapolation, extrapolationOf } from "./extrapolation.js";

interface SolutionTableProps {
  info: ModelInfo;
  request: OptimizationRequest;
  solutions: OptimizationResult["solutions"];
  /** Undefined while loading. */
  predictions: PredictionResult | undefined;
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

/** One column for each solution: the prediction, its reliability, then each input. */
export function SolutionTable({ info, request, solutions, predictions, selected, onSelect }: SolutionTableProps) {
  const text = useText(messages);
  const format = useFormat();
  const predicted = text("optimization.result.predicted", { response: info.response ?? "" });
  const level = predictions?.interval_level;
  const knownOf = (outside: readonly string[], place: number) =>
    predictions ? <ExtrapolationLabel closeness={extrapolationOf(outside, predictions.distance?.[place])} /> : null;
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
            <SolutionTableRow
              name={predicted}
              chosen={selected}
              strong
              cells={solutions.map(({ prediction }) => format.number(prediction, DIGITS))}
            />
            {level === undefined ? null : (
              <SolutionTableRow
                name={text("optimization.result.interval", { level: format.percent(level) })}
                chosen={selected}
                cells={solutions.map((_solution, place) => {
                  const interval = predictions?.interval?.[place];
                  return interval ? `${format.number(interval.lower)} – ${format.number(interval.upper)}` : "–";
                })}
              />
            )}
            <SolutionTableRow
              name={text("optimization.result.known")}
              chosen={selected}
              wraps
              cells={solutions.map(({ outside }, place) => knownOf(outside, place))}
            />
            {info.inputs.map((input) => (
              <SolutionTableRow
                key={input.name}
                name={input.name}
                chosen={selected}
                cells={solutions.map(({ settings }) => (
                  <>
                    <BoundMark limit={activeBound(input, request, settings)} /> {format.number(settings[input.name] ?? Number.NaN, DIGITS)}
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

interface SolutionTableRowProps {
  name: string;
  cells: readonly ReactNode[];
  chosen: number;
  strong?: boolean;
  /** Whether the cells may wrap. */
  wraps?: boolean;
}

function SolutionTableRow({ name, cells, chosen, strong = false, wraps = false }: SolutionTableRowProps) {
  const look = { fontWeight: strong ? 600 : undefined, ...(wraps ? { minWidth: 104 } : { whiteSpace: "nowrap" }) };
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
  const words = text(`optimization.result.${limit}`);
  return (
    <Tooltip title={words}>
      <Typography component="span" role="img" aria-label={words} color={limit === "fixed" ? "text.secondary" : "warning.main"}>
        {BOUND_SYMBOL[limit]}
      </Typography>
    </Tooltip>
  );
}
