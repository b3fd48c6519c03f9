import { enablingOf } from "@agatha/contracts/enabling";
import type { DatasetAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Tab, Tabs, Typography } from "@mui/material";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useApi } from "../../api/context.js";
import { KEYS } from "../../api/queries.js";
import { useAsk } from "../../api/use-ask.js";
import { useText } from "../../i18n/use-text.js";
import { useSessionUser } from "../../routing/session.js";
import { Failure } from "../../states/failure.js";
import { Loading } from "../../states/loading.js";
import { newAutomaticDraft } from "../automatic/automatic-draft.js";
import { AutomaticForm } from "../automatic/automatic-form.js";
import { messages } from "../messages.js";
import { ByHandForm } from "./by-hand-form.js";
import { type Choice, choicesOf } from "./choices.js";
import { newDraft } from "./draft.js";
import { WAYS, wayOf } from "./ways.js";

interface NewModelProps {
  dataset: DatasetAnswer;
  models: readonly ModelAnswer[];
  onCreated(modelId: string): void;
  onBegun(autoModelId: string): void;
}

/** Waits for the data check, which says what the columns are good for. */
export function NewModel({ dataset, models, ...after }: NewModelProps) {
  const api = useApi();
  const check = useAsk(KEYS.dataCheck(dataset.id), (signal) => api.dataCheck(dataset.id, signal));
  if (check.error && !check.data) return <Failure error={check.error} onRetry={() => void check.refetch()} />;
  if (!check.data) return <Loading rows={6} height={48} />;
  return (
    <TwoWays dataset={dataset} choices={choicesOf(dataset.columns, check.data)} taken={models.map((model) => model.name)} {...after} />
  );
}

interface TwoWaysProps extends Omit<NewModelProps, "models"> {
  choices: Choice[];
  taken: string[];
}

/** Automatically, which needs no knowledge of methods, or by hand. What both need is entered once. */
function TwoWays({ dataset, choices, taken, onCreated, onBegun }: TwoWaysProps) {
  const text = useText(messages);
  const user = useSessionUser();
  const [query] = useSearchParams();
  const [draft, setDraft] = useState(() =>
    newDraft(choices, dataset.product_type === "occ" ? "outliers" : "predict", dataset.product_type === "timeseries"),
  );
  const [wanted, setWanted] = useState(() => newAutomaticDraft(enablingOf(user.api_enable_mode), dataset.nrow ?? 0));
  const way = wayOf(query.get("way"), user.auto_model_enable);
  if (!user.model_create_enable) return <Alert severity="info">{text("create.modelCreateOff")}</Alert>;
  const common = { dataset, choices, draft, onDraft: setDraft };
  return (
    <Box sx={{ display: "grid", gap: 2, maxWidth: 960, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Typography variant="h2" component="h1">
        {text("create.title")}
      </Typography>
      <Tabs value={way} aria-label={text("automatic.ways")} sx={{ borderBottom: 1, borderColor: "divider" }}>
        {WAYS.map((each) => (
          <Tab
            key={each}
            value={each}
            id={`way-${each}`}
            aria-controls={`form-${each}`}
            label={text(`automatic.${each}`)}
            component={Link}
            to={{ search: addressOf(query, each) }}
            replace
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`form-${way}`} aria-labelledby={`way-${way}`}>
        {way === "hand" ? (
          <ByHandForm {...common} taken={taken} onCreated={onCreated} />
        ) : user.auto_model_enable ? (
          <AutomaticForm {...common} wanted={wanted} onWanted={setWanted} onBegun={onBegun} />
        ) : (
          <Alert severity="info">{text("automatic.off")}</Alert>
        )}
      </Box>
    </Box>
  );
}

function addressOf(query: URLSearchParams, way: string): string {
  const next = new URLSearchParams(query);
  next.set("way", way);
  return next.toString();
}
