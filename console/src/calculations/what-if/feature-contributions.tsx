import type { ModelInfo, PredictionResult } from "@agatha/contracts";
import type { CalculationRequest } from "@agatha/contracts/client/request-types";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box, Skeleton, Typography } from "@mui/material";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { useDebouncedValue } from "../../api/use-debounced-value.js";
import { joinSentences } from "../../i18n/join-sentences.js";
import { type Format, useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { useInputName } from "../../model-names/use-input-name.js";
import { messages } from "../messages.js";
import { topContributions } from "./contributions.js";

/** Debounce in milliseconds: an explanation takes longer to compute than a prediction. */
const DEBOUNCE_MS = 200;

/** Contributions below this share of the largest one are written as 0. */
const NEGLIGIBLE_SHARE = 1e-4;

type WhatIfData = Extract<CalculationRequest, { type: "whatif" }>["data"];

interface FeatureContributionsProps {
  model: ModelAnswer;
  info: ModelInfo;
  data: WhatIfData;
  /** Whether the inputs are valid. */
  enabled: boolean;
}

/** Contribution of each input to the prediction, the most important first. Renders nothing if the model has no explanation. */
export function FeatureContributions({ model, info, data, enabled }: FeatureContributionsProps) {
  const text = useText(messages);
  const inputName = useInputName(info);
  const format = useFormat();
  const api = useApi();
  const asked = useDebouncedValue(JSON.stringify(data), DEBOUNCE_MS);
  const answer = useApiQuery(
    [...QUERY_KEYS.model(model.id), "drivers", asked],
    async (signal): Promise<PredictionResult | null> => {
      const request: CalculationRequest = { type: "whatif", data: JSON.parse(asked) as WhatIfData, explain: true };
      const { result } = await api.calculate(model.dataset_id, model.id, request, signal);
      return result !== null && "value" in result ? result : null;
    },
    { keepPreviousAnswer: true, enabled },
  );
  // The prediction panel already shows the error.
  if (answer.error) return null;
  if (!answer.data) return <Skeleton variant="rounded" height={96} sx={{ mt: 2 }} />;
  const { varimp, explanation } = answer.data;
  const values = varimp?.[0];
  const base = explanation?.base[0];
  const value = answer.data.value[0];
  if (!values || !explanation || base === undefined) return null;
  const label = typeof value === "number" ? text("whatIf.group", { number: value }) : value;
  const { shown, remainder } = topContributions(values);
  const limit = explanation.limits?.[0] ?? 0;
  const most = Math.max(...shown.map(({ contribution }) => Math.abs(contribution)), Math.abs(remainder ?? 0), Math.abs(limit));
  const words = (contribution: number) => formatContribution(contribution, explanation.of, format);
  const sized = (size: number) => words(size < most * NEGLIGIBLE_SHARE ? 0 : size);
  return (
    <Box aria-live="off" aria-busy={answer.isPlaceholderData} sx={{ mt: 2 }}>
      <Typography variant="h3" component="h3">
        {text("whatIf.drivers")}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {joinSentences(
          explanation.of === "probability" && typeof label === "string"
            ? text("whatIf.driversClass", { label, base: words(base) })
            : text("whatIf.driversHint", { base: words(base) }),
          text(`whatIf.driversOf.${explanation.of}`),
        )}
      </Typography>
      <Box component="ul" aria-label={text("whatIf.drivers")} sx={LIST}>
        {shown.map(({ column, contribution }) => (
          <ContributionBar
            key={column}
            name={inputName(column)}
            contribution={contribution}
            most={most}
            words={format.signed(contribution, sized)}
          />
        ))}
        {remainder === null ? null : (
          <ContributionBar name={text("whatIf.others")} contribution={remainder} most={most} words={format.signed(remainder, sized)} />
        )}
        {limit === 0 ? null : (
          <ContributionBar name={text("whatIf.limit")} contribution={limit} most={most} words={format.signed(limit, sized)} />
        )}
      </Box>
    </Box>
  );
}

/** No wider than the panel, however long a name is. */
const LIST = { listStyle: "none", m: 0, mt: 1, p: 0, display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 0.75 } as const;

/** Bars to the right raise the prediction, bars to the left lower it. The sign says the same. */
function ContributionBar({ name, contribution, most, words }: { name: string; contribution: number; most: number; words: string }) {
  const share = most === 0 ? 0 : (Math.abs(contribution) / most) * 50;
  return (
    <li>
      <Box sx={{ display: "flex", justifyContent: "space-between", gap: 1 }}>
        <Box component="span" sx={{ minWidth: 0, overflowWrap: "anywhere" }}>
          {name}
        </Box>
        <Box component="span" sx={{ flexShrink: 0 }}>
          {words}
        </Box>
      </Box>
      <Box aria-hidden sx={{ position: "relative", height: 6, bgcolor: "action.hover", borderRadius: 1 }}>
        <Box
          sx={{
            position: "absolute",
            insetBlock: 0,
            width: `${share}%`,
            bgcolor: contribution < 0 ? "data.heldOut" : "data.predicted",
            ...(contribution < 0 ? { right: "50%" } : { left: "50%" }),
          }}
        />
      </Box>
    </li>
  );
}

function formatContribution(value: number, of: NonNullable<PredictionResult["explanation"]>["of"], format: Format): string {
  return of === "probability" ? format.percent(value) : format.number(value, 3);
}
