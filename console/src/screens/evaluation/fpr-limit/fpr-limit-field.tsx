import type { EvaluationAnswer } from "@agatha/contracts/wire";
import { Box, Button, Slider, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useNotify } from "react-admin";
import { debounce } from "../../../api/debounce.js";
import { QUERY_KEYS } from "../../../api/query-keys.js";
import { useApi } from "../../../api/services.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { useFailureText } from "../../../notifications/use-failure-text.js";
import { ForEditors } from "../../../restrictions/for-role.js";
import { messages } from "../messages.js";

interface FprLimitFieldProps {
  evaluation: EvaluationAnswer;
  /** Limit of the metrics that are shown; null for the comparison's own. */
  limit: number | null;
  onLimit(limit: number | null): void;
}

/** Milliseconds without a slider change before metrics are requested. */
const DEBOUNCE_MS = 150;
const SLIDER_STEP = 0.005;

/** Field for the share of unlabelled rows that may be flagged. Metrics for another share need no new training. */
export function FprLimitField({ evaluation, limit, onLimit }: FprLimitFieldProps) {
  const text = useText(messages);
  const format = useFormat();
  const saveLimit = useSaveFprLimit(evaluation);
  // The answer for the limit in the address states that limit as its own.
  const present = limit ?? evaluation.max_fpr;
  const [pendingLimit, setPendingLimit] = useDebouncedSlider(limit, onLimit);
  const value = pendingLimit ?? present ?? maxFlaggedShare(evaluation);
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <Typography id="limit" variant="h3" component="h2">
        {text("limit.title")}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {text("limit.hint")}
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 3, rowGap: 1 }}>
        <Box sx={{ flex: "1 1 240px", px: 1.5 }}>
          <Slider
            aria-labelledby="limit"
            min={0}
            max={1}
            step={SLIDER_STEP}
            shiftStep={0.05}
            value={value}
            onChange={(_event, next) => setPendingLimit(next)}
            valueLabelDisplay="auto"
            valueLabelFormat={(share) => format.percent(share)}
            getAriaValueText={(share) => format.percent(share)}
          />
        </Box>
        <Typography sx={{ minWidth: 120, textAlign: "right" }}>
          {pendingLimit === null && present === null ? text("limit.trained") : text("limit.value", { share: format.percent(value) })}
        </Typography>
        <ForEditors role={evaluation.role}>
          {limit === null ? null : (
            <Button
              size="small"
              variant="outlined"
              loading={saveLimit.isPending}
              onClick={() => saveLimit.mutate({ limit, done: () => onLimit(null) })}
            >
              {text("limit.keep")}
            </Button>
          )}
          {present === null ? null : (
            <Button size="small" onClick={() => saveLimit.mutate({ limit: null, done: () => onLimit(null) })}>
              {text("limit.reset")}
            </Button>
          )}
        </ForEditors>
      </Box>
    </Box>
  );
}

/** Value of a moved slider, reported after it has rested; null if it has not been moved since. */
function useDebouncedSlider(limit: number | null, onRest: (limit: number) => void) {
  const [pendingLimit, setPendingLimit] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new slider value restarts the wait
  useEffect(() => {
    if (pendingLimit === null) return;
    const rest = debounce(onRest, DEBOUNCE_MS);
    rest.call(pendingLimit);
    return rest.cancel;
  }, [pendingLimit]);
  // The slider follows the address as soon as the address has changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the limit in the address changes
  useEffect(() => setPendingLimit(null), [limit]);
  return [pendingLimit, setPendingLimit] as const;
}

/** Saves a limit for the comparison, or restores the thresholds of the training. Known results are not computed again. */
function useSaveFprLimit({ dataset_id, id, max_fpr }: EvaluationAnswer) {
  const api = useApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const failureText = useFailureText();
  return useMutation({
    mutationFn: async ({ limit }: { limit: number | null; done(): void }) => {
      if (limit !== null || max_fpr !== null) await api.changeEvaluation(dataset_id, id, { max_fpr: limit });
    },
    onSuccess: async (_answer, { done }) => {
      done();
      await Promise.all(
        // The rows have the alarms of the training only without a limit.
        [QUERY_KEYS.evaluation(id), QUERY_KEYS.evaluationPredictions(id)].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
    },
    onError: (error) => notify(failureText("change", error), { type: "error" }),
  });
}

/** The largest share that any of the models flags with its trained threshold. */
function maxFlaggedShare({ evaluation_bymodel: lines }: EvaluationAnswer): number {
  return Math.max(0, ...lines.map(({ indicators }) => indicators.contamination ?? 0));
}
