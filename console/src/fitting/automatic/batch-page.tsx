import type { AutoModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Box, Button } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useNavigate } from "react-router-dom";
import { useServices } from "../../api/context.js";
import { KEYS } from "../../api/queries.js";
import { useText } from "../../i18n/use-text.js";
import { Empty } from "../../states/empty.js";
import { Failure } from "../../states/failure.js";
import { Loading } from "../../states/loading.js";
import { messages } from "../messages.js";
import { BatchHeader } from "./batch-header.js";
import { isRunning } from "./course.js";
import { Leaderboard } from "./leaderboard.js";
import { LeftOut } from "./left-out.js";
import { Outcome } from "./outcome.js";
import { UnderWay } from "./under-way.js";
import { useBatch } from "./use-batches.js";
import { useEnding } from "./use-ending.js";
import { useTellFailure } from "./use-tell-failure.js";

interface BatchPageProps {
  datasetId: string;
  id: string;
  models: readonly ModelAnswer[];
  addressOf(modelId: string): string;
}

/** An automatic training: how far it is, where its models stand, and what came out. */
export function BatchPage({ datasetId, id, models, addressOf }: BatchPageProps) {
  const text = useText(messages);
  const batch = useBatch(datasetId, id);
  const another = (
    <Button variant="contained" component={Link} to={addressOf("new")}>
      {text("newModel")}
    </Button>
  );
  if (batch.error?.status === 404) return <Empty title={text("automatic.goneTitle")} hint={text("automatic.goneHint")} action={another} />;
  const failure = batch.error ? (
    <Failure error={batch.error} title={text("automatic.lookFailed")} onRetry={() => void batch.refetch()} />
  ) : null;
  if (!batch.data) return failure ?? <Loading rows={6} height={48} />;
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
      {failure}
      <Batch batch={batch.data} models={models} addressOf={addressOf} />
    </Box>
  );
}

interface BatchProps extends Pick<BatchPageProps, "models" | "addressOf"> {
  batch: AutoModelAnswer;
}

function Batch({ batch, models, addressOf }: BatchProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { begunBatches } = useServices();
  const tellFailure = useTellFailure();
  const running = isRunning(batch);
  // Its models are asked for with the dataset's: they are others as soon as it tells of others.
  const told = batch.models.map((model) => `${model.id} ${model.status}`).join();
  useEffect(() => {
    if (told !== "") void queryClient.invalidateQueries({ queryKey: KEYS.models(batch.dataset_id) });
  }, [queryClient, batch.dataset_id, told]);
  // Whoever is here sees the end: it need not be told elsewhere.
  useEffect(() => {
    if (!running) begunBatches.remove(batch.id);
  }, [begunBatches, batch.id, running]);
  useEnding(batch, { onBest: (modelId) => navigate(addressOf(modelId)), onFailure: () => tellFailure(batch) });
  return (
    <>
      <BatchHeader batch={batch} newModelAddress={addressOf("new")} />
      {running ? <UnderWay batch={batch} /> : <Outcome batch={batch} models={models} addressOf={addressOf} />}
      <Leaderboard batch={batch} models={models} addressOf={addressOf} />
      {batch.left_out.length > 0 ? <LeftOut batch={batch} /> : null}
    </>
  );
}
