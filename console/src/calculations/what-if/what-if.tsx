import type { ModelInfo } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box, Button, Paper, TextField, Typography } from "@mui/material";
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from "react";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { useDebouncedValue } from "../../api/use-debounced-value.js";
import { SendResultButton } from "../../companion/send-result-button.js";
import { Failure } from "../../feedback/failure.js";
import { useKeptState } from "../../fields/kept-state.js";
import { useText } from "../../i18n/use-text.js";
import { useInputName } from "../../model-names/use-input-name.js";
import { useIsPrinting } from "../../theme/use-is-printing.js";
import { messages } from "../messages.js";
import { FeatureContributions } from "./feature-contributions.js";
import { InputWithCurve } from "./input-field.js";
import { byImportance, inputsFromRecord, invalidInputs, toRecord, typicalInputs } from "./inputs.js";
import { PredictionPanel } from "./prediction-panel.js";
import { useNamesInView } from "./use-names-in-view.js";
import { useResponseCurves } from "./use-response-curves.js";

/** Debounce in milliseconds: a moving slider causes one request instead of a hundred. */
const DEBOUNCE_MS = 25;
/** From this number of inputs they can be searched. */
const MIN_SEARCHED = 12;

/** Solution of an optimization that the what-if starts with. */
export interface InitialInputs {
  number: number;
  settings: Readonly<Record<string, number | string>>;
}

interface WhatIfProps {
  model: ModelAnswer;
  info: ModelInfo;
  /** Told below the inputs. */
  leftOut?: ReactNode;
  /** Null to start with typical values. */
  initial: InitialInputs | null;
}

/** Inputs that start at typical values or at a solution, each with its response curve, and the prediction for them. */
export function WhatIf({ model, info, leftOut, initial }: WhatIfProps) {
  const text = useText(messages);
  const inputName = useInputName(info);
  const api = useApi();
  const [entered, setEntered] = useKeptState("whatIf", () => inputsFromRecord(info.inputs, initial?.settings ?? {}), initial);
  const settled = useDebouncedValue(useDeferredValue(entered), DEBOUNCE_MS);
  const data = toRecord(info.inputs, settled);
  const readable = invalidInputs(info.inputs, settled).length === 0;
  const answer = useApiQuery(
    [...QUERY_KEYS.model(model.id), "what-if", JSON.stringify(data)],
    (signal) => api.whatIf(model.dataset_id, model.id, data, signal),
    { keepPreviousAnswer: true, enabled: readable },
  );
  const result = answer.data?.result ?? null;
  const current = settled === entered && !answer.isPlaceholderData && !answer.error;
  const outside = result?.outside?.[0] ?? [];
  const labels = info.classification?.labels ?? [];
  // Curves and thresholds are of the second of two classes.
  const [label, setLabel] = useState(labels.length === 2 ? labels[1] : labels[0]);
  const [search, setSearch] = useState("");
  const inputs = useMemo(() => byImportance(info.inputs, info.importance), [info]);
  const found = inputs.filter(({ name }) => inputName(name).toLowerCase().includes(search.trim().toLowerCase()));
  const [inView, reportView] = useNamesInView();
  const isPrinting = useIsPrinting();
  const names = inputs.filter(({ name }) => inView.has(name)).map(({ name }) => name);
  const curves = useResponseCurves(model, info, { data, label, names, result: current ? result : null });
  const change = useCallback((name: string, value: string) => setEntered((before) => new Map(before).set(name, value)), [setEntered]);
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 320px" }, alignItems: "start" }}>
      <Paper sx={{ p: 2, order: { xs: 2, lg: 1 } }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 2, rowGap: 1, alignItems: "flex-start", mb: 2 }}>
          <Box sx={{ flex: "1 1 260px" }}>
            <Typography variant="h3" component="h2">
              {text("whatIf.title")}
            </Typography>
            <Typography variant="body2" color="text.secondary">
              {initial ? text("whatIf.fromSolution", { number: initial.number }) : text("whatIf.hint")}
            </Typography>
          </Box>
          <Button sx={{ flexShrink: 0 }} onClick={() => setEntered(typicalInputs(info.inputs))}>
            {text("whatIf.reset")}
          </Button>
        </Box>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 2, mb: 2 }}>
          {label === undefined ? null : (
            <TextField
              select
              label={text("whatIf.curvesOf")}
              value={label}
              onChange={(event) => setLabel(event.target.value)}
              sx={{ minWidth: 280 }}
              slotProps={{ select: { native: true } }}
            >
              {labels.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </TextField>
          )}
          {inputs.length < MIN_SEARCHED ? null : (
            <TextField label={text("optimization.searchInputs")} value={search} onChange={(event) => setSearch(event.target.value)} />
          )}
        </Box>
        {found.length === 0 ? <Typography color="text.secondary">{text("optimization.noMatch")}</Typography> : null}
        <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 420px), 1fr))" }}>
          {found.map((input) => (
            <InputWithCurve
              key={input.name}
              input={input}
              label={inputName(input.name)}
              value={entered.get(input.name) ?? ""}
              outOfRange={outside.includes(input.name)}
              shown={curves.get(input.name)}
              isPrinting={isPrinting}
              onChange={change}
              onView={reportView}
            />
          ))}
        </Box>
        {leftOut ? <Box sx={{ mt: 2 }}>{leftOut}</Box> : null}
      </Paper>
      <Paper sx={{ p: 2, position: { lg: "sticky" }, top: 16, order: { xs: 1, lg: 2 } }} aria-live="polite">
        {answer.error ? (
          <Failure error={answer.error} title={text("whatIf.failed")} onRetry={() => void answer.refetch()} />
        ) : (
          <>
            <PredictionPanel
              info={info}
              result={result}
              outside={outside.map(inputName)}
              unseen={(result?.unseen?.[0] ?? []).map(inputName)}
            />
            {info.outlier?.series ? null : <FeatureContributions model={model} info={info} data={data} enabled={readable} />}
          </>
        )}
        <SendResultButton
          modelId={model.id}
          result={current && result !== null ? { data, ...result } : undefined}
          warning={outside.length > 0 ? text("whatIf.outsideHint", { columns: outside.map(inputName) }) : null}
        />
      </Paper>
    </Box>
  );
}
