import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box, Button } from "@mui/material";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router-dom";
import { isDatasetBusy, useModels } from "../api/queries.js";
import { useText } from "../i18n/use-text.js";
import { automaticPath, datasetPath, fittingPath } from "../routing/addresses.js";
import { useOpenDataset } from "../routing/analysis-context.js";
import { Empty } from "../states/empty.js";
import { Failure } from "../states/failure.js";
import { Loading } from "../states/loading.js";
import { BatchPage } from "./automatic/batch-page.js";
import { useBatches } from "./automatic/use-batches.js";
import { messages } from "./messages.js";
import { ModelList } from "./model-list.js";
import { NewModel } from "./new-model/new-model.js";
import { groupModels } from "./ranking.js";
import { ModelView } from "./result/model-view.js";

/** The address's modelID while a model is being made. */
export const NEW_MODEL = "new";

export default function FittingScreen() {
  const text = useText(messages);
  const { datasetId, modelId, product, dataset } = useOpenDataset();
  const models = useModels(datasetId);
  const batches = useBatches(datasetId);
  const batchId = useSearchParams()[0].get("autoModelID");
  const navigate = useNavigate();
  const address = (id: string) => fittingPath(datasetId, id, product);
  const batchAddress = (id: string) => automaticPath(datasetId, id, product);

  if (dataset.error && !dataset.data) return <Failure error={dataset.error} onRetry={() => void dataset.refetch()} />;
  if (models.error && !models.data) return <Failure error={models.error} onRetry={() => void models.refetch()} />;
  if (!dataset.data || !models.data || batches.isPending) return <Loading />;
  if (dataset.data.status !== "evaluating_finish") {
    const toDataset = (
      <Button variant="contained" component={Link} to={datasetPath(datasetId, product)}>
        {text("toDataset")}
      </Button>
    );
    return (
      <Empty
        title={text("notReadyTitle")}
        hint={isDatasetBusy(dataset.data) ? text("notReadyHint") : (dataset.data.message ?? text("notReadyHint"))}
        action={toDataset}
      />
    );
  }
  const shown = models.data;
  if (modelId === null && batchId === null) {
    const best = groupModels(shown)[0]?.models[0];
    return <Navigate to={address(best?.id ?? NEW_MODEL)} replace />;
  }
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "280px minmax(0, 1fr)" }, flexGrow: 1 }}>
      <ModelList
        models={shown}
        batches={batches}
        chosen={modelId}
        chosenBatch={modelId === null ? batchId : null}
        addressOf={address}
        batchAddressOf={batchAddress}
      />
      <Box sx={{ minWidth: 0, p: { xs: 1.5, md: 2 } }}>
        {modelId === NEW_MODEL ? (
          <NewModel
            dataset={dataset.data}
            models={shown}
            onCreated={(id) => navigate(address(id))}
            onBegun={(id) => navigate(batchAddress(id))}
          />
        ) : modelId === null && batchId !== null ? (
          <BatchPage key={batchId} datasetId={datasetId} id={batchId} models={shown} addressOf={address} />
        ) : (
          <Chosen model={shown.find((model) => model.id === modelId)} newModelAddress={address(NEW_MODEL)} />
        )}
      </Box>
    </Box>
  );
}

function Chosen({ model, newModelAddress }: { model: ModelAnswer | undefined; newModelAddress: string }) {
  const text = useText(messages);
  if (!model) return <Empty title={text("goneTitle")} hint={text("goneHint")} />;
  return <ModelView key={model.id} model={model} newModelAddress={newModelAddress} />;
}
