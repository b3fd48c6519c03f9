import "../../../testing/dom.js";
import type { DatasetAnswer, EvaluationAnswer, EvaluationByModelAnswer, EvaluationPatch, ModelAnswer } from "@agatha/contracts/wire";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { renderWithServices } from "../../../testing/services.js";
import { ChangeModelsDialog } from "./change-models-dialog.js";

afterEach(cleanup);

const model = (id: string) =>
  ({
    id,
    title: id,
    dataset_id: "here",
    model_type: "REGRESSION",
    response: "y",
    status: "success",
    algorithms: [],
    indicators: {},
    model_created_at: "2026-01-01T00:00:00Z",
  }) as Partial<ModelAnswer> as ModelAnswer;
const line = (model_id: string, dataset_id: string | null, model_deleted = false) =>
  ({ model_id, model_title: `${model_id} (dataset ${dataset_id})`, dataset_id, model_deleted }) as EvaluationByModelAnswer;
const evaluation = {
  id: "e1",
  dataset_id: "here",
  model_id_list: ["Forest", "Hidden", "Gone"],
  evaluation_bymodel: [line("Forest", "here"), line("Hidden", "unshared"), line("Gone", null, true)],
} as EvaluationAnswer;

test("models of a dataset that is not shared with the person stay, and are named before the change", async () => {
  const sent: EvaluationPatch[] = [];
  const api = {
    datasets: async () => [{ id: "here" }] as DatasetAnswer[],
    changeEvaluation: async (_dataset: string, _id: string, patch: EvaluationPatch) => {
      sent.push(patch);
      return evaluation;
    },
  };
  await renderWithServices(
    <ChangeModelsDialog evaluation={evaluation} models={[model("Forest"), model("Trees")]} open onClose={() => {}} />,
    { api },
  );
  await screen.findByText("1 more model stays in this comparison. Its dataset is not shared with you: Hidden (dataset unshared)");
  fireEvent.click(screen.getByRole("checkbox", { name: /^Trees/ }));
  fireEvent.click(screen.getByRole("button", { name: "Compare these" }));
  await waitFor(() =>
    expect(sent).toEqual([{ model_id_list: ["Forest", "Trees", "Hidden"], known_model_id_list: ["Forest", "Hidden", "Gone"] }]),
  );
});
