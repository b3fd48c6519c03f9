import type { ModelInfo } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box, Button, Paper, Typography } from "@mui/material";
import { useDeferredValue, useState } from "react";
import { useApi } from "../../api/context.js";
import { KEYS } from "../../api/queries.js";
import { useAsk } from "../../api/use-ask.js";
import { SendBack } from "../../companion/send-back.js";
import { useText } from "../../i18n/use-text.js";
import { Failure } from "../../states/failure.js";
import { messages } from "../messages.js";
import { AnswerPanel } from "./answer-panel.js";
import { Drivers } from "./drivers.js";
import { InputField } from "./input-field.js";
import { recordOf, typicalValues, unreadable, valuesFrom } from "./inputs.js";
import { useSettled } from "./use-settled.js";

/** Asked so long after the last change, in milliseconds: a slider that moves asks once, not a hundred times. */
const PAUSE = 60;

/** A solution of an optimization that the what-if begins with. */
export interface Start {
  number: number;
  settings: Readonly<Record<string, number>>;
}

interface WhatIfProps {
  model: ModelAnswer;
  info: ModelInfo;
  /** Null for typical values. */
  start: Start | null;
}

/** Inputs that start at typical values or at a solution, and the model's answer that follows them. */
export function WhatIf({ model, info, start }: WhatIfProps) {
  const text = useText(messages);
  const api = useApi();
  const [entered, setEntered] = useState(() => valuesFrom(info.inputs, start?.settings ?? {}));
  const settled = useSettled(useDeferredValue(entered), PAUSE);
  const data = recordOf(info.inputs, settled);
  const readable = unreadable(info.inputs, settled).length === 0;
  const answer = useAsk(
    [...KEYS.model(model.id), "what-if", JSON.stringify(data)],
    (signal) => api.whatIf(model.dataset_id, model.id, data, signal),
    { keepPrevious: true, enabled: readable },
  );
  const result = answer.data?.result ?? null;
  const current = settled === entered && !answer.isPlaceholderData && !answer.error;
  const outside = result?.outside?.[0] ?? [];
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 320px" }, alignItems: "start" }}>
      <Paper sx={{ p: 2, order: { xs: 2, lg: 1 } }}>
        <Box sx={{ display: "flex", gap: 2, alignItems: "flex-start", mb: 2 }}>
          <Box sx={{ flexGrow: 1 }}>
            <Typography variant="h3" component="h2">
              {text("whatIf.title")}
            </Typography>
            <Typography variant="body2" color="text.secondary">
              {start ? text("whatIf.fromSolution", { number: start.number }) : text("whatIf.hint")}
            </Typography>
          </Box>
          <Button sx={{ flexShrink: 0 }} onClick={() => setEntered(typicalValues(info.inputs))}>
            {text("whatIf.reset")}
          </Button>
        </Box>
        <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" } }}>
          {info.inputs.map((input) => (
            <InputField
              key={input.name}
              input={input}
              value={entered.get(input.name) ?? ""}
              outside={outside.includes(input.name)}
              onChange={(value) => setEntered(new Map(entered).set(input.name, value))}
            />
          ))}
        </Box>
      </Paper>
      <Paper sx={{ p: 2, position: { lg: "sticky" }, top: 16, order: { xs: 1, lg: 2 } }} aria-live="polite">
        {answer.error ? (
          <Failure error={answer.error} title={text("whatIf.failed")} onRetry={() => void answer.refetch()} />
        ) : (
          <>
            <AnswerPanel info={info} result={result} outside={outside} />
            <Drivers model={model} data={data} readable={readable} />
          </>
        )}
        <SendBack
          modelId={model.id}
          result={current && result !== null ? { data, ...result } : undefined}
          doubt={outside.length > 0 ? text("whatIf.outsideHint", { columns: outside.join(", ") }) : null}
        />
      </Paper>
    </Box>
  );
}
