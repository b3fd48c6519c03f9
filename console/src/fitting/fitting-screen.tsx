import { Box, Button } from "@mui/material";
import { Link, Navigate, useNavigate } from "react-router-dom";
import { isDatasetBusy, useModels } from "../api/queries.js";
import { useText } from "../i18n/use-text.js";
import { useHiddenIds } from "../notifications/recoverable-deletes.js";
import { datasetPath, fittingPath } from "../routing/addresses.js";
import { useOpenDataset } from "../routing/analysis-context.js";
import { Empty } from "../states/empty.js";
import { Failure } from "../states/failure.js";
import { Loading } from "../states/loading.js";
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
  const hidden = useHiddenIds("models");
  const navigate = useNavigate();
  const address = (id: string) => fittingPath(datasetId, id, product);

  if (dataset.error) return <Failure error={dataset.error} onRetry={() => void dataset.refetch()} />;
  if (models.error && !models.data) return <Failure error={models.error} onRetry={() => void models.refetch()} />;
  if (!dataset.data || !models.data) return <Loading />;
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
  const shown = models.data.filter((model) => !hidden.has(model.id));
  if (modelId === null) {
    const best = groupModels(shown)[0]?.models[0];
    return <Navigate to={address(best?.id ?? NEW_MODEL)} replace />;
  }
  const chosen = shown.find((model) => model.id === modelId);
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "280px minmax(0, 1fr)" }, flexGrow: 1 }}>
      <ModelList models={shown} chosen={modelId} addressOf={address} />
      <Box sx={{ minWidth: 0, p: { xs: 1.5, md: 2 } }}>
        {modelId === NEW_MODEL ? (
          <NewModel dataset={dataset.data} models={models.data} onCreated={(id) => navigate(address(id))} />
        ) : chosen ? (
          <ModelView key={chosen.id} model={chosen} newModelAddress={address(NEW_MODEL)} />
        ) : (
          <Empty title={text("goneTitle")} hint={text("goneHint")} />
        )}
      </Box>
    </Box>
  );
}
