import { isEndReason } from "@agatha/contracts/kinds/training-ends";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { Alert, AlertTitle, Box, Button, Paper, Typography } from "@mui/material";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNotify } from "react-admin";
import { Link, useSearchParams } from "react-router-dom";
import { modelState } from "../../api/model-state.js";
import { isModelBusy } from "../../api/queries.js";
import { QUERY_KEYS } from "../../api/query-keys.js";
import { useApi } from "../../api/services.js";
import { useApiQuery } from "../../api/use-api-query.js";
import { type InitialInputs, WhatIf } from "../../calculations/what-if/what-if.js";
import { useCompanionTask } from "../../companion/companion.js";
import { useErrorCodeMessage } from "../../errors/use-error-code-message.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { TaskProgress } from "../../feedback/task-progress.js";
import { KeepsState } from "../../fields/kept-state.js";
import { useText } from "../../i18n/use-text.js";
import { TabList } from "../../lists/tab-list.js";
import { useFailureText } from "../../notifications/use-failure-text.js";
import { Allowed } from "../../restrictions/allowed.js";
import { ForEditors, OwnerOnly } from "../../restrictions/for-role.js";
import { Chunk } from "../../routing/chunk.js";
import { lazyChunk } from "../../routing/load-chunk.js";
import { useSessionUser } from "../../routing/session.js";
import { LeftOutColumns } from "../left-out-columns.js";
import { messages } from "../messages.js";
import { PerformancePanel } from "../performance/performance-panel.js";
import { PredictionApiPanel } from "../prediction-api/prediction-api-panel.js";
import { ModelHeader } from "./model-header.js";

interface ModelPageProps {
  model: ModelAnswer;
  newModelAddress: string;
}

/** One model: in training, failed, or with its results. */
export default function ModelPage({ model, newModelAddress }: ModelPageProps) {
  const user = useSessionUser();
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <ModelHeader model={model} newModelAddress={newModelAddress} />
      {isModelBusy(model) ? (
        <TrainingProgress model={model} />
      ) : model.status === "success" ? (
        // Entries are those of this version of the forms, whose script has its digest as address.
        <KeepsState key={model.id} name={`model ${user.id} ${model.id} ${import.meta.url}`}>
          <TrainedModel model={model} newModelAddress={newModelAddress} />
        </KeepsState>
      ) : (
        <TrainingFailure model={model} newModelAddress={newModelAddress} />
      )}
    </Box>
  );
}

/** What the trainer reports of a training, in its order. */
const TRAINING_STEPS = ["read", "trials", "fit", "figures", "save"] as const;

function isTrainingStep(step: string | null): step is (typeof TRAINING_STEPS)[number] {
  return (TRAINING_STEPS as readonly (string | null)[]).includes(step);
}

function TrainingProgress({ model }: { model: ModelAnswer }) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const cancellation = useMutation({
    mutationFn: () => api.cancelModel(model.dataset_id, model.id),
    onSuccess: () => notify(text("cancelled"), { type: "info" }),
    onError: (error) => notify(failureText("cancel", error), { type: "error" }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.models(model.dataset_id) }),
  });
  const { queued } = model;
  // Without more from the platform, the title says it all.
  const waitsForTurn = queued?.reason === "WaitingForTurn";
  return (
    <Paper>
      <ForEditors>
        <TaskProgress
          {...(queued
            ? {
                title: text("queued", { name: model.title }),
                progress: null,
                step: waitsForTurn ? null : queued.message,
                startedAt: queued.since,
              }
            : {
                title: text("training", { name: model.title }),
                progress: model.status === "init" ? null : model.progress,
                step: isTrainingStep(model.progress_step) ? text(`step.${model.progress_step}`) : null,
                startedAt: model.started_at ?? model.model_created_at,
              })}
          onCancel={() => cancellation.mutate()}
        />
      </ForEditors>
    </Paper>
  );
}

function TrainingFailure({ model, newModelAddress }: ModelPageProps) {
  const text = useText(messages);
  const messageOf = useErrorCodeMessage();
  const other = (
    <Button color="inherit" size="small" component={Link} to={newModelAddress}>
      {text("tryOther")}
    </Button>
  );
  const state = modelState(model);
  return (
    <Alert severity={state === "cancelled" ? "info" : state === "stopped" ? "warning" : "error"} action={other}>
      <AlertTitle>{text("endedTitle", { state: text(`state.${state}`), name: model.title })}</AlertTitle>
      {isEndReason(model.reason) ? text(`because.${model.reason}`) : messageOf(model.reason)}
      {model.message && state === "failed" ? (
        <Typography variant="body2" sx={{ mt: 0.5 }}>
          {model.message}
        </Typography>
      ) : null}
    </Alert>
  );
}

const Optimization = lazyChunk(() => import("../../calculations/optimization/optimization.js"));
const BatchPrediction = lazyChunk(() => import("../../calculations/batch-prediction/batch-prediction.js"));

const StructurePanel = lazyChunk(() => import("../structure/structure-panel.js"));

const TABS = ["figures", "whatIf", "optimization", "batch", "structure", "api"] as const;
type TabName = (typeof TABS)[number];

function TrainedModel({ model, newModelAddress }: ModelPageProps) {
  const text = useText(messages);
  const api = useApi();
  const { tab, open } = useTab(model.id);
  // Solution of an optimization that the user opens in the what-if.
  const [start, setStart] = useState<InitialInputs | null>(null);
  const info = useApiQuery([...QUERY_KEYS.model(model.id), "info"], (signal) => api.modelInfo(model.dataset_id, model.id, signal));
  if (info.error && !info.data) return <Failure error={info.error} onRetry={() => void info.refetch()} />;
  if (!info.data) return <Loading rows={8} />;
  const apply = (number: number, settings: InitialInputs["settings"]) => {
    setStart({ number, settings });
    open("whatIf");
  };
  const leftOut = <LeftOutColumns info={info.data} />;
  const panels: Record<TabName, ReactNode> = {
    figures: <PerformancePanel model={model} info={info.data} />,
    whatIf: (
      <Allowed what="whatIf">
        <WhatIf model={model} info={info.data} leftOut={leftOut} initial={start} />
      </Allowed>
    ),
    optimization: <Optimization model={model} info={info.data} leftOut={leftOut} newModelAddress={newModelAddress} onApply={apply} />,
    batch: <BatchPrediction model={model} info={info.data} />,
    structure: <StructurePanel model={model} info={info.data} />,
    api: (
      <OwnerOnly>
        <PredictionApiPanel model={model} />
      </OwnerOnly>
    ),
  };
  return (
    <Box>
      <TabList
        label={model.title}
        tabs={TABS.map((name) => ({ value: name, id: `tab-${name}`, panel: `panel-${name}`, label: text(`tabs.${name}`) }))}
        value={tab}
        onChange={open}
        sx={{ mb: 2 }}
      />
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        <Chunk key={tab} fallback={<Loading rows={8} />}>
          {panels[tab]}
        </Chunk>
      </Box>
    </Box>
  );
}

/** Tab in the address. The default is the tab that a companion service wants a result from. */
function useTab(modelId: string): { tab: TabName; open(name: TabName): void } {
  const task = useCompanionTask(modelId);
  const [query, setQuery] = useSearchParams();
  const defaultTab = task === null ? "figures" : task.flow === "optimization" ? "optimization" : "whatIf";
  const open = (name: TabName) =>
    setQuery((now) => {
      const next = new URLSearchParams(now);
      next.set("tab", name);
      next.delete("calcID");
      return next;
    });
  return { tab: TABS.find((name) => name === query.get("tab")) ?? defaultTab, open };
}
