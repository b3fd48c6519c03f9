import type { EditStepSpec, ModelInfo, SamplingMethod } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { areTrainingRowsShown } from "./training-rows.js";

const year = (value: number) =>
  fromPartial<EditStepSpec>({ type: "filter", groups: [{ conditions: [{ column: "Year", op: "eq", value }] }] });

interface Case {
  digest?: string | null;
  sampling?: SamplingMethod;
  learned?: EditStepSpec[];
  steps?: EditStepSpec[];
  timezone?: string;
}

test.each<[string, Case, boolean]>([
  ["the table is that of the training", {}, true],
  ["the dataset was read anew", { digest: "other" }, false],
  ["the dataset is being read", { digest: null }, false],
  ["the dataset shows a sample of the rows", { sampling: "random" }, false],
  ["the steps are those of the training", { learned: [year(1970)], steps: [year(1970)] }, true],
  ["a step was changed", { learned: [year(1970)], steps: [year(1971)] }, false],
  ["a step was added", { learned: [year(1970)], steps: [year(1970), year(1971)] }, false],
  ["the steps are not known yet", { learned: [year(1970)] }, false],
  ["the model learned from the rows without steps", { steps: [year(1970)] }, true],
  ["the steps are carried out in another time zone", { learned: [year(1970)], steps: [year(1970)], timezone: "Asia/Tokyo" }, false],
  ["no step depends on the other time zone", { timezone: "Asia/Tokyo" }, true],
])(
  "row numbers of a model are those of the dataset's rows: %s",
  (_when, { digest = "cars", sampling = "raw", learned, steps, timezone = "UTC" }, shown) => {
    const model = { dataset_id: "cars", use_extraction: learned !== undefined };
    const record = { table_sha256: "cars", sampling: "raw" as const, timezone: "UTC", recipe: { extraction: learned } };
    const dataset = { table_sha256: digest, sampling, timezone };
    expect(areTrainingRowsShown(model, fromPartial<ModelInfo>({ record }), { dataset, steps })).toBe(shown);
  },
);

test("rows of a model without a record are not shown", () => {
  const model = { dataset_id: "cars", use_extraction: false };
  expect(
    areTrainingRowsShown(model, {} as ModelInfo, { dataset: { table_sha256: "cars", sampling: "raw", timezone: "UTC" }, steps: [] }),
  ).toBe(false);
});
