import type { EvaluationAnswer } from "@agatha/contracts/wire";
import { Box, Button } from "@mui/material";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router-dom";
import { useRelatedModels } from "../../api/queries.js";
import { EmptyState } from "../../feedback/empty-state.js";
import { Failure } from "../../feedback/failure.js";
import { Loading } from "../../feedback/loading.js";
import { useText } from "../../i18n/use-text.js";
import { SideListLayout } from "../../lists/side-list-layout.js";
import { hasEndedUntrained } from "../../models/comparability.js";
import { Allowed } from "../../restrictions/allowed.js";
import { useAnalysisDataset } from "../../routing/analysis-context.js";
import { type EvaluationPathParams, evaluationPath, modelPath, NEW_EVALUATION, NEW_MODEL } from "../../routing/paths.js";
import { EvaluationList } from "./evaluation-list.js";
import { EvaluationView } from "./evaluation-view.js";
import { messages } from "./messages.js";
import { NewEvaluation } from "./new-evaluation/new-evaluation.js";
import { useEvaluations } from "./use-evaluations.js";

/** Compares models of a dataset on rows that they have not seen. */
export default function EvaluationScreen() {
  const text = useText(messages);
  const { datasetId, product, dataset } = useAnalysisDataset();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const models = useRelatedModels(datasetId);
  const evaluations = useEvaluations(datasetId);
  const nameOf = useEvaluationInputNames();
  const address = (place: EvaluationPathParams) => evaluationPath(datasetId, { product, ...place });

  // The header shows problems of the dataset itself.
  if (dataset.error && !dataset.data) return null;
  if (models.error && !models.data) return <Failure error={models.error} onRetry={() => void models.refetch()} />;
  if (evaluations.error && !evaluations.data) return <Failure error={evaluations.error} onRetry={() => void evaluations.refetch()} />;
  if (!dataset.data || !models.data || !evaluations.data) return <Loading />;
  if (evaluations.data.length === 0 && models.data.every(hasEndedUntrained)) {
    const train = (
      <Button variant="contained" component={Link} to={modelPath(datasetId, NEW_MODEL, product)}>
        {text("empty.train")}
      </Button>
    );
    return <EmptyState title={text("empty.title")} hint={text("empty.hint")} action={train} />;
  }
  const chosen = query.get("evaluationID");
  if (chosen === null) return <Navigate to={address({ evaluationId: evaluations.data[0]?.id ?? NEW_EVALUATION })} replace />;
  const initialModels = query.get("models")?.split(",") ?? [];
  return (
    <SideListLayout>
      <EvaluationList
        evaluations={evaluations.data}
        chosen={chosen}
        addressOf={(evaluationId) => address({ evaluationId })}
        nameOf={nameOf}
      />
      <Box sx={{ minWidth: 0, p: { xs: 1.5, md: 2 } }}>
        {chosen === NEW_EVALUATION ? (
          <Allowed what="work">
            <NewEvaluation
              key={initialModels.join()}
              dataset={dataset.data}
              models={models.data}
              initialModels={initialModels}
              onCreated={(evaluationId) => navigate(address({ evaluationId }))}
            />
          </Allowed>
        ) : (
          <EvaluationView key={chosen} id={chosen} models={models.data} addressOf={address} nameOf={nameOf} />
        )}
      </Box>
    </SideListLayout>
  );
}

/** Returns a function that names the test rows of a comparison: the file or the dataset. */
function useEvaluationInputNames(): (evaluation: EvaluationAnswer) => string {
  const text = useText(messages);
  return ({ test_file, test_dataset_id, test_dataset_title }) => {
    if (test_file !== null) return test_file;
    if (test_dataset_id === null) return text("list.noRows");
    return test_dataset_title ?? text("list.deletedDataset");
  };
}
