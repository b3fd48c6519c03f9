import type { RowValidation } from "@agatha/contracts";
import { FOLD_COUNT } from "../../numeric/assign-folds.js";
import { createTable } from "../../testing/create-table.js";
import { fitContext } from "../../testing/fit-context.js";
import { modelRequest } from "../../testing/train-on-table.js";
import { memory } from "../fit/testing/watched-algorithms.js";
import type { Plan } from "../plan/plan.js";
import { prepareTrainingSet } from "../prepare-training-set.js";
import { crossValidate, fitWithThreshold } from "./cross-validate.js";

const INNER_FOLDS = 5;

/** Counts the fits of the first layer of a stack: those of the cross-validation, and those of the final model. */
async function fitsOf(nrow: number, validation: RowValidation): Promise<{ crossValidation: number; finalModel: number }> {
  const rows = Array.from({ length: nrow }, (_, i) => i);
  const table = createTable({
    id: rows,
    batch: rows.map((row) => `b${row % 12}`),
    x: rows.map((row) => row % 7),
    y: rows.map((row) => row % 5),
  });
  const request = modelRequest("REGRESSION", "GLM", { response: "y", columns: ["x", "id"], validation });
  const [layer] = request.layers;
  const { trainingSet } = prepareTrainingSet({ ...request, layers: [layer, layer] }, table);
  let fits = 0;
  const counting: typeof memory = {
    ...memory,
    fit(...input) {
      fits++;
      return memory.fit(...input);
    },
  };
  const [[first], last] = trainingSet.plan.layers;
  const plan: Plan = { ...trainingSet.plan, layers: [[{ ...first, algorithm: counting }], last] };
  const { outOfFold } = await crossValidate({ ...trainingSet, plan }, fitContext());
  const crossValidation = fits;
  await fitWithThreshold({ ...trainingSet, plan }, Int32Array.from(rows), fitContext(), outOfFold);
  return { crossValidation, finalModel: fits - crossValidation };
}

test.each<[string, number, RowValidation, number, number]>([
  ["each random fifth is held out: once for each fold", 60, { rows: "random" }, FOLD_COUNT, 1],
  ["one random fifth is held out: once for each fold all the same", 1000, { rows: "random" }, FOLD_COUNT, 1],
  ["groups are held out: again within each fold", 60, { rows: "groups", groupColumns: ["batch"] }, 10 * (1 + INNER_FOLDS), 1 + INNER_FOLDS],
  ["single rows are held out: again within each fold", 20, { rows: "random" }, 20 * (1 + INNER_FOLDS), 1 + INNER_FOLDS],
])("the first layer of a stack is fitted where %s", async (_where, nrow, validation, crossValidation, finalModel) => {
  expect(await fitsOf(nrow, validation)).toEqual({ crossValidation, finalModel });
});
