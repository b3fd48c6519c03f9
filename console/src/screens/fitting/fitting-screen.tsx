import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box, Button } from "@mui/material";
import { useEffect } from "react";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router-dom";
import { isDatasetBusy, useModels } from "../../api/queries.js";
import { TrainingList } from "../../automatic-training/training-list.js";
import { useAutomaticTrainings } from "../../automatic-training/use-trainings.js";
import { EmptyState } from "../../feedback/empty-state.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { useText } from "../../i18n/use-text.js";
import { SideListLayout } from "../../lists/side-list-layout.js";
import { messages } from "../../models/messages.js";
import { ModelList } from "../../models/model-list.js";
import { groupByTarget, modelsOf } from "../../models/ranking.js";
import { useAnalysisDataset } from "../../routing/analysis-context.js";
import { Chunk } from "../../routing/chunk.js";
import { lazyChunk } from "../../routing/load-chunk.js";
import { automaticTrainingPath, datasetPath, modelPath, NEW_MODEL } from "../../routing/paths.js";

const NewModel = lazyChunk(() => import("./new-model.js"));
const ModelPage = lazyChunk(() => import("../../models/model-page/model-page.js"));
const AutomaticTrainingPage = lazyChunk(() => import("../../automatic-training/training-page.js"));

/** Loads the form of a new model, or the page of a model or a training, while the server answers what the dataset has. */
function usePreloadedPage(modelId: string | null, trainingId: string | null): void {
  useEffect(() => {
    if (modelId === NEW_MODEL) NewModel.preload();
    else if (modelId !== null) ModelPage.preload();
    else if (trainingId !== null) AutomaticTrainingPage.preload();
  }, [modelId, trainingId]);
}

export default function FittingScreen() {
  const text = useText(messages);
  const { datasetId, modelId, product, dataset } = useAnalysisDataset();
  const models = useModels(datasetId);
  const trainings = useAutomaticTrainings(datasetId);
  const trainingId = useSearchParams()[0].get("autoModelID");
  const navigate = useNavigate();
  usePreloadedPage(modelId, trainingId);
  const address = (id: string) => modelPath(datasetId, id, product);
  const trainingAddress = (id: string) => automaticTrainingPath(datasetId, id, product);

  if (dataset.error && !dataset.data) return <Failure error={dataset.error} onRetry={() => void dataset.refetch()} />;
  if (models.error && !models.data) return <Failure error={models.error} onRetry={() => void models.refetch()} />;
  if (!dataset.data || !models.data || trainings.isPending) return <Loading />;
  if (dataset.data.status !== "evaluating_finish") {
    const toDataset = (
      <Button variant="contained" component={Link} to={datasetPath(datasetId, product)}>
        {text("toDataset")}
      </Button>
    );
    return (
      <EmptyState
        title={text("notReadyTitle")}
        hint={isDatasetBusy(dataset.data) ? text("notReadyHint") : (dataset.data.message ?? text("notReadyHint"))}
        action={toDataset}
      />
    );
  }
  const shown = models.data;
  // The leaderboard that is open ranks the list too.
  const rankingTrainings = (trainings.data ?? []).toSorted((a, b) => Number(b.id === trainingId) - Number(a.id === trainingId));
  if (modelId === null && trainingId === null) {
    const [best] = groupByTarget(shown, rankingTrainings).flatMap(modelsOf);
    return <Navigate to={address(best?.id ?? NEW_MODEL)} replace />;
  }
  return (
    <SideListLayout>
      <ModelList models={shown} trainings={rankingTrainings} chosen={modelId} addressOf={address}>
        <TrainingList trainings={trainings} chosen={modelId === null ? trainingId : null} addressOf={trainingAddress} />
      </ModelList>
      <Box sx={{ minWidth: 0, p: { xs: 1.5, md: 2 } }}>
        <Chunk key={modelId ?? trainingId} fallback={<Loading rows={8} />}>
          {modelId === NEW_MODEL ? (
            <NewModel
              dataset={dataset.data}
              models={shown}
              onCreated={(id) => navigate(address(id))}
              onTrainingStarted={(id) => navigate(trainingAddress(id))}
            />
          ) : modelId === null && trainingId !== null ? (
            <AutomaticTrainingPage key={trainingId} datasetId={datasetId} id={trainingId} models={shown} addressOf={address} />
          ) : (
            <SelectedModel model={shown.find((model) => model.id === modelId)} newModelAddress={address(NEW_MODEL)} />
          )}
        </Chunk>
      </Box>
    </SideListLayout>
  );
}

function SelectedModel({ model, newModelAddress }: { model: ModelAnswer | undefined; newModelAddress: string }) {
  const text = useText(messages);
  if (!model) return <EmptyState title={text("goneTitle")} hint={text("goneHint")} />;
  return <ModelPage key={model.id} model={model} newModelAddress={newModelAddress} />;
}
