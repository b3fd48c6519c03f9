import type { ModelInfo, OptimizationRequest } from "@agatha/contracts";
import type { CalculationAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Box, Button, Paper, Typography } from "@mui/material";
import { useState } from "react";
import { joinSentences } from "../../i18n/join-sentences.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { InputSettings } from "./active-constraints.js";
import { describeGoals } from "./descriptions.js";
import { goalsOf, useGoalModels } from "./goal-models.js";
import { SelectedSolution } from "./selected-solution.js";
import { SolutionChart } from "./solution-chart.js";
import { SolutionTable } from "./solution-table.js";

interface OptimizationSolutionsProps {
  model: ModelAnswer;
  info: ModelInfo;
  calculation: CalculationAnswer;
  onApply(number: number, settings: InputSettings): void;
  /** Starts another search with these settings. */
  onEdit(): void;
}

/** Request of a calculation that does not contain its own. */
const UNRESTRICTED: OptimizationRequest = {
  target: { goal: "max" },
  goals: [],
  variables: [],
  constraints: [],
  solutions: 1,
  apart: 0,
  seed: 1,
};

/** Solutions of a search side by side, and the chosen one in words. */
export function OptimizationSolutions({ model, info, calculation, onApply, onEdit }: OptimizationSolutionsProps) {
  const text = useText(messages);
  const format = useFormat();
  const [chosen, setChosen] = useState(0);
  const result = calculation.result !== null && "solutions" in calculation.result ? calculation.result : null;
  const solutions = result?.solutions ?? [];
  const request = calculation.optimization ?? { ...UNRESTRICTED, target: result?.target ?? UNRESTRICTED.target };
  const models = useGoalModels(model, info, goalsOf(request));
  const solution = solutions[chosen];
  if (result === null || solution === undefined) return null;
  const shared = { models, request, solutions, selected: chosen };
  const count = solutions.length;
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Paper sx={{ p: 2, display: "grid", gap: 1.5, gridTemplateColumns: "minmax(0, 1fr)" }}>
        <Box sx={{ display: "flex", gap: 2, alignItems: "flex-start", flexWrap: "wrap" }}>
          <Box sx={{ flexGrow: 1, flexBasis: 280, minWidth: 0 }}>
            <Typography variant="h3" component="h2">
              {text("optimization.result.title", { goal: describeGoals(request, models, text, format) })}
            </Typography>
            <Typography variant="body2" color="text.secondary">
              {joinSentences(
                text("optimization.result.found", { count, shown: format.number(count), tried: format.number(result.evaluations) }),
                count > 1 && request.apart > 0 && text("optimization.result.apart", { distance: format.number(request.apart) }),
                count === 1 && request.solutions > 1 && text("optimization.result.onlyOne"),
              )}
            </Typography>
          </Box>
          <Button variant="outlined" onClick={onEdit}>
            {text("optimization.result.another")}
          </Button>
        </Box>
        <SolutionTable {...shared} onSelect={setChosen} />
      </Paper>
      <Paper sx={{ p: 2 }}>
        <SelectedSolution model={model} {...shared} onApply={() => onApply(chosen + 1, solution.settings)} />
      </Paper>
      <Paper sx={{ p: 2, minWidth: 0 }}>
        <SolutionChart {...shared} />
      </Paper>
    </Box>
  );
}
