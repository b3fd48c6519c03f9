import type { ModelInfo } from "@agatha/contracts";
import type { CalculationAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Box } from "@mui/material";
import { useNavigate, useSearchParams } from "react-router-dom";
import { useText } from "../../i18n/use-text.js";
import { Allowed } from "../../restrictions/allowed.js";
import { CalculationHistory } from "../calculation-history.js";
import { CalculationView } from "../calculation-view.js";
import { messages } from "../messages.js";
import { calculationPath } from "../use-calculations.js";
import { BatchForm } from "./batch-form.js";
import { BatchResult } from "./batch-result.js";
import { useReadyDatasets } from "./use-ready-datasets.js";

/** Batch prediction: the source of the rows, the progress and the result. */
export default function BatchPrediction({ model, info }: { model: ModelAnswer; info: ModelInfo }) {
  const text = useText(messages);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const chosen = query.get("calcID");
  const datasets = useReadyDatasets();
  const wordsFor = ({ dataset_id }: Pick<CalculationAnswer, "dataset_id">) => {
    if (dataset_id === undefined) return text("batch.ofFile");
    const found = datasets.data?.find(({ id }) => id === dataset_id);
    return found ? text("batch.ofDataset", { name: found.title }) : text(datasets.data ? "batch.gonePlace" : "batch.sources.dataset");
  };
  return (
    <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { xs: "minmax(0, 1fr)", xl: "minmax(0, 1fr) 280px" }, alignItems: "start" }}>
      {chosen === null ? (
        <Allowed what="work">
          <BatchForm model={model} info={info} datasets={datasets} />
        </Allowed>
      ) : (
        <CalculationView key={chosen} model={model} type="batch" id={chosen} onEdit={() => navigate(calculationPath(model, "batch"))}>
          {(calculation) => <BatchResult model={model} info={info} calculation={calculation} source={wordsFor(calculation)} />}
        </CalculationView>
      )}
      <CalculationHistory model={model} type="batch" chosen={chosen} labelOf={wordsFor} />
    </Box>
  );
}
