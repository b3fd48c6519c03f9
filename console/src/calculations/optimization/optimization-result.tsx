import type { ModelInfo, PredictionResult } from "@agatha/contracts";
import type { CalculationAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Box, Button, Paper, Typography } from "@mui/material";
import { useState } from "react";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { Failure } from "../../feedback/failure.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { InputSettings } from "./active-constraints.js";
import { describeGoal } from "./descriptions.js";
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

/** Solutions of a search side by side, and the chosen one in words. */
export function OptimizationSolutions({ model, info, calculation, onApply, onEdit }: OptimizationSolutionsProps) {
  const text = useText(messages);
  const format = useFormat();
  const [chosen, setChosen] = useState(0);
  const result = calculation.result !== null && "solutions" in calculation.result ? calculation.result : null;
  const solutions = result?.solutions ?? [];
  const details = useSolutionPredictions(
    model,
    calculation.id,
    solutions.map(({ settings }) => settings),
  );
  const solution = solutions[chosen];
  if (result === null || solution === undefined) return null;
  const request = calculation.optimization ?? { target: result.target, variables: [], constraints: [], solutions: 1, seed: 1 };
  const shared = { info, request, solutions, predictions: details.data, selected: chosen, onSelect: setChosen };
  const count = solutions.length;
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Paper sx={{ p: 2, display: "grid", gap: 1.5, gridTemplateColumns: "minmax(0, 1fr)" }}>
        <Box sx={{ display: "flex", gap: 2, alignItems: "flex-start", flexWrap: "wrap" }}>
          <Box sx={{ flexGrow: 1, flexBasis: 280, minWidth: 0 }}>
            <Typography variant="h3" component="h2">
              {text("optimization.result.title", { goal: describeGoal(result.target, info.response ?? "", text, format) })}
            </Typography>
            <Typography variant="body2" color="text.secondary">
              {text("optimization.result.found", { count, shown: format.number(count), tried: format.number(result.evaluations) })}
              {count === 1 && request.solutions > 1 ? ` ${text("optimization.result.onlyOne")}` : ""}
            </Typography>
          </Box>
          <Button variant="outlined" onClick={onEdit}>
            {text("optimization.result.another")}
          </Button>
        </Box>
        {details.error ? <Failure error={details.error} onRetry={() => void details.refetch()} /> : null}
        <SolutionTable {...shared} />
      </Paper>
      <Paper sx={{ p: 2 }}>
        <SelectedSolution
          model={model}
          info={info}
          request={request}
          result={result}
          predictions={details.data}
          selected={chosen}
          onApply={() => onApply(chosen + 1, solution.settings)}
        />
      </Paper>
      <Paper sx={{ p: 2, minWidth: 0 }}>
        <SolutionChart info={info} request={request} solutions={solutions} selected={chosen} />
      </Paper>
    </Box>
  );
}

/** Queries a what-if for each solution: the prediction interval and the distance to the nearest training row. */
function useSolutionPredictions(model: ModelAnswer, calcId: string, solutions: readonly InputSettings[]) {
  const api = useApi();
  return useApiQuery([...QUERY_KEYS.calculations(model.id), calcId, "details"], async (signal): Promise<PredictionResult> => {
    const answer = await api.calculate(model.dataset_id, model.id, { type: "whatif", data: [...solutions] }, signal);
    // The answer to a what-if never holds solutions.
    return answer.result !== null && "value" in answer.result ? answer.result : { value: [] };
  });
}
