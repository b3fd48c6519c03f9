import type { ModelInfo } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box, Button, Paper, Typography } from "@mui/material";
import { useDeferredValue, useEffect, useState } from "react";
import { useApi } from "../../api/context.js";
import { KEYS } from "../../api/queries.js";
import { useAsk } from "../../api/use-ask.js";
import { SendBack } from "../../companion/send-back.js";
import { useText } from "../../i18n/use-text.js";
import { Failure } from "../../states/failure.js";
import { messages } from "../messages.js";
import { AnswerPanel } from "./answer-panel.js";
import { InputField } from "./input-field.js";
import { recordOf, typicalValues, unreadable } from "./inputs.js";

/** Asked so long after the last change, in milliseconds: a slider that moves asks once, not a hundred times. */
const PAUSE = 60;

/** Inputs that start at typical values, and the model's answer that follows them. */
export function WhatIf({ model, info }: { model: ModelAnswer; info: ModelInfo }) {
  const text = useText(messages);
  const api = useApi();
  const [entered, setEntered] = useState(() => typicalValues(info.inputs));
  const settled = useSettled(useDeferredValue(entered), PAUSE);
  const data = recordOf(info.inputs, settled);
  const answer = useAsk(
    [...KEYS.model(model.id), "what-if", JSON.stringify(data)],
    (signal) => api.whatIf(model.dataset_id, model.id, data, signal),
    { keepPrevious: true, enabled: unreadable(info.inputs, settled).length === 0 },
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
              {text("whatIf.hint")}
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
          <AnswerPanel info={info} result={result} outside={outside} />
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

/** The value once it has not changed for a while. */
function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
