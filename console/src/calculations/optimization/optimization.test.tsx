import "../../testing/dom.js";
import type { ModelInfo } from "@agatha/contracts";
import type { ListedCalculation, ModelAnswer } from "@agatha/contracts/wire";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import Optimization from "./optimization.js";

afterEach(cleanup);

const model = { id: "m1", dataset_id: "d1", title: "Strength", response: "strength", model_type: "REGRESSION" } as ModelAnswer;
const other = { ...model, id: "m0924eb7bd6c10e04b3bd", title: "Price by GLM", response: "price" };
const search = (id: string, asked: string) => ({
  id,
  created_at: "2026-01-01T00:00:00Z",
  status: "success",
  type: "optimization",
  rows: 3,
  optimization: { target: { goal: "max" }, goals: [{ goal: "min", model: asked }] },
});

test("the list of searches names a model that a goal asks by its response and title, and never by its id", async () => {
  const info = { type: "REGRESSION", response: "strength", algorithms: ["GLM"], inputs: [], columns: [] } as unknown as ModelInfo;
  const listed = [search("c1", other.id), search("c2", "gone")] as unknown as ListedCalculation[];
  await renderWithServices(<Optimization model={model} info={info} newModelAddress="/new" leftOut={null} onApply={() => undefined} />, {
    api: { models: async () => [model, other], calculations: async () => listed },
  });
  expect(await screen.findByText("Largest strength, Smallest price (Price by GLM)")).toBeTruthy();
  expect(screen.getByText("Largest strength, Smallest another model")).toBeTruthy();
});
