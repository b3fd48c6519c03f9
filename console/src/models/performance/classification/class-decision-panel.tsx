import { type ClassDecision, type DrawnUnits, equalCosts, type HeldOutPredictions } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box, Button, Slider, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useNotify } from "react-admin";
import { QUERY_KEYS } from "../../../api/query-keys.js";
import { useApi } from "../../../api/services.js";
import { useApiQuery } from "../../../api/use-api-query.js";
import { Failure } from "../../../feedback/failure.js";
import { Loading } from "../../../feedback/loading.js";
import { NumberField } from "../../../fields/number-field.js";
import { joinSentences } from "../../../i18n/join-sentences.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { useFailureText } from "../../../notifications/use-failure-text.js";
import { ForEditors } from "../../../restrictions/for-role.js";
import { messages } from "../../messages.js";
import { knownWithInterval, withInterval } from "../metrics/format-metric.js";
import {
  answeringThreshold,
  cheapestThreshold,
  decisionMetrics,
  readCosts,
  type TrainedAnswers,
  type TypedCosts,
  typeCosts,
} from "./class-decision.js";
import { ConfusionMatrix } from "./confusion-matrix.js";

const THRESHOLD_STEP = 0.01;
/** On a phone the costs of two classes stand beside the names of the classes without scrolling. */
const NARROW_CELLS = { px: { xs: 0.5, sm: 1 }, whiteSpace: { xs: "normal", sm: "nowrap" } } as const;

interface ClassDecisionPanelProps {
  model: ModelAnswer;
  labels: string[];
  trained: TrainedAnswers;
  /** Whether the model was trained to answer by costs. */
  byCosts: boolean;
  units: DrawnUnits;
}

/** Costs of the answers and, of two classes, a threshold, with what they make of the held-out rows. The model can answer by them. */
export function ClassDecisionPanel({ model, labels, trained, byCosts, units }: ClassDecisionPanelProps) {
  const text = useText(messages);
  const api = useApi();
  const answer = useApiQuery<HeldOutPredictions>([...QUERY_KEYS.model(model.id), "held-out predictions"], (signal) =>
    api.heldOutPredictions(model.dataset_id, model.id, signal),
  );
  const [stored] = useState(() => model.decision ?? { costs: trained.costs ?? equalCosts(labels.length) });
  const [typed, setTyped] = useState(() => typeCosts(stored.costs));
  const [threshold, setThreshold] = useState(() => answeringThreshold(stored));
  const costs = readCosts(typed);
  const decision: ClassDecision | undefined = costs && { labels, costs, ...(labels.length === 2 && { threshold }) };
  return (
    <Box component="section" aria-labelledby="decision" sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Typography id="decision" variant="h3" component="h2">
        {text("decision.title")}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {text(labels.length === 2 ? "decision.hintOfTwo" : "decision.hint")}
      </Typography>
      <CostFields labels={labels} typed={typed} onTyped={setTyped} />
      {labels.length === 2 ? (
        <ThresholdField
          label={labels[1] ?? ""}
          threshold={threshold}
          cheapest={costs && cheapestThreshold(costs)}
          onThreshold={setThreshold}
        />
      ) : null}
      {answer.error ? <Failure error={answer.error} onRetry={() => void answer.refetch()} /> : null}
      {!answer.data && !answer.error ? <Loading rows={2} /> : null}
      {answer.data && decision ? <Outcome heldOut={answer.data} decision={decision} trained={trained} units={units} /> : null}
      <ForEditors>
        <StoreDecision model={model} decision={decision} byCosts={byCosts} />
      </ForEditors>
    </Box>
  );
}

function CostFields({ labels, typed, onTyped }: { labels: string[]; typed: TypedCosts; onTyped(typed: TypedCosts): void }) {
  const text = useText(messages);
  const change = (at: [number, number], value: string) =>
    onTyped(typed.map((row, i) => (i === at[0] ? row.map((cell, j) => (j === at[1] ? value : cell)) : row)));
  return (
    <TableContainer tabIndex={0} role="region" aria-label={text("decision.costs")} sx={{ maxHeight: 420 }}>
      <Table size="small" sx={{ width: "auto", "& .MuiTableCell-root": NARROW_CELLS }}>
        <TableHead>
          <TableRow>
            <TableCell>{`${text("regression.actual")}\u00a0↓ ${text("regression.predicted")}\u00a0→`}</TableCell>
            {labels.map((label) => (
              <TableCell key={label} align="right">
                {label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {labels.map((actual, i) => (
            <TableRow key={actual}>
              <TableCell component="th" scope="row">
                {actual}
              </TableCell>
              {labels.map((predicted, j) => {
                const value = typed[i]?.[j] ?? "";
                return (
                  <TableCell key={predicted}>
                    <NumberField
                      label=""
                      name={text("decision.cost", { actual, predicted })}
                      value={value}
                      onChange={(next) => change([i, j], next)}
                      problem={readCosts([[value]]) ? undefined : text("decision.noNumber")}
                      width="min(96px, 18vw)"
                    />
                  </TableCell>
                );
              })}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

interface ThresholdFieldProps {
  label: string;
  threshold: number;
  cheapest: number | undefined;
  onThreshold(threshold: number): void;
}

function ThresholdField({ label, threshold, cheapest, onThreshold }: ThresholdFieldProps) {
  const text = useText(messages);
  const format = useFormat();
  const named = text("decision.threshold", { label });
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 3, rowGap: 1 }}>
      <Box sx={{ flex: "1 1 240px", px: 1.5 }}>
        <Slider
          aria-label={named}
          min={0}
          max={1}
          step={THRESHOLD_STEP}
          shiftStep={0.1}
          value={threshold}
          onChange={(_event, next) => onThreshold(next)}
          getAriaValueText={(value) => format.percent(value)}
        />
      </Box>
      <Typography variant="body2">{text("decision.thresholdValue", { label, value: format.percent(threshold) })}</Typography>
      <Button size="small" disabled={cheapest === undefined} onClick={() => cheapest !== undefined && onThreshold(cheapest)}>
        {text("decision.cheapest")}
      </Button>
    </Box>
  );
}

interface OutcomeProps {
  heldOut: HeldOutPredictions;
  decision: ClassDecision;
  trained: TrainedAnswers;
  units: DrawnUnits;
}

function Outcome({ heldOut, decision, trained, units }: OutcomeProps) {
  const text = useText(messages);
  const format = useFormat();
  const { confusion, intervals, approximated, ...metrics } = useMemo(
    () => decisionMetrics(decision, heldOut, trained),
    [decision, heldOut, trained],
  );
  const drawn = { units: text(`figures.units.${units}`) };
  const ofCostAlone = approximated.length === 1 && approximated[0] === "costPerRow";
  const number = (value: number) => format.number(value, 3);
  const told = {
    accuracy: withInterval(format.percent, metrics.accuracy, intervals.accuracy),
    macroF1: knownWithInterval(number, metrics.macroF1, intervals.macroF1),
    cost: knownWithInterval(number, metrics.costPerRow, intervals.costPerRow),
  };
  return (
    <>
      <Typography role="status">{text("decision.figures", told)}</Typography>
      <Typography variant="body2" color="text.secondary">
        {approximated.length === 0 || ofCostAlone
          ? joinSentences(text("figures.intervals", drawn), ofCostAlone && text("decision.costInterval", drawn))
          : text("decision.intervals", drawn)}
      </Typography>
      <ConfusionMatrix labels={decision.labels} confusion={confusion} title={text("decision.confusion")} />
    </>
  );
}

/** Buttons that let every answer of the model follow the decision, or be chosen as it was trained again. */
function StoreDecision({
  model,
  decision,
  byCosts,
}: Pick<ClassDecisionPanelProps, "model" | "byCosts"> & { decision: ClassDecision | undefined }) {
  const text = useText(messages);
  const api = useApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const failureText = useFailureText();
  const store = useMutation({
    mutationFn: (next: ClassDecision | null) => api.changeModel(model.dataset_id, model.id, { decision: next }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: QUERY_KEYS.models(model.dataset_id) });
      notify(text("decision.saved"), { type: "info" });
    },
    onError: (error) => notify(failureText("change", error), { type: "error" }),
  });
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
      <Typography variant="body2">
        {text(model.decision ? "decision.stored" : byCosts ? "decision.leastCost" : "decision.likeliest")}
      </Typography>
      <Button
        size="small"
        variant="outlined"
        loading={store.isPending}
        disabled={decision === undefined}
        onClick={() => decision && store.mutate(decision)}
      >
        {text("decision.store")}
      </Button>
      {model.decision ? (
        <Button size="small" loading={store.isPending} onClick={() => store.mutate(null)}>
          {text(byCosts ? "decision.removeToCosts" : "decision.remove")}
        </Button>
      ) : null}
    </Box>
  );
}
