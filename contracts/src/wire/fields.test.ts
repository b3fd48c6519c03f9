/** Entities of the specification, section 3, with the names of their fields on the wire. */
import type { z } from "zod";
import * as wire from "./index.js";

const products = ["occ", "opt", "quality", "timeseries"].flatMap((product) => [
  `product_${product}_current`,
  `product_${product}_enable_limit`,
  `product_${product}_enable`,
]);
const column = wire.datasetAnswer.shape.columns.element;
const check = wire.dataCheckAnswer.shape.check_table.element;

test.each<[string, z.ZodObject, string[]]>([
  [
    "a user",
    wire.userAnswer,
    [...products, "username", "id", "auth", "contract", "restriction", "product_all_current", "dataset_create_enable"],
  ],
  ["a user's rights", wire.userAnswer, ["model_create_enable", "open_calc_varimp_enable", "is_active"]],
  ["a contract", wire.userAnswer.shape.contract, ["type", "duration", "dueDate", "startDate", "apiEnableMode"]],
  ["a restriction", wire.userAnswer.shape.restriction, ["autoModelEnable", "modelLimit"]],
  ["a dataset", wire.datasetAnswer, ["id", "name", "owner", "product_type", "size", "nrow", "column_count", "columns", "timezone"]],
  ["a dataset's state", wire.datasetAnswer, ["encoding", "profiling_status", "updated_at"]],
  ["a column", column, ["name", "label", "type", "originalType", "colIndex", "uid", "semilabel"]],
  [
    "a model",
    wire.modelAnswer,
    ["id", "model_id", "name", "model_name", "model_type", "response", "layers", "columns", "time_series_params"],
  ],
  [
    "a model's state",
    wire.modelAnswer,
    ["status", "is_processed", "model_created_at", "indicators", "model_studio", "dataset_product_type"],
  ],
  ["a model's API", wire.modelAnswer, ["api_enable", "api_enabled", "api_id", "api_update_at"]],
  ["a model's token", wire.modelApiAnswer, ["api_token"]],
  ["what follows from a model", wire.modelAnswer, ["owner_id", "owner_name", "is_occ", "is_supervised_learning", "has_time_lag"]],
  [
    "an evaluation",
    wire.evaluationAnswer,
    ["id", "status", "response", "model_id_list", "use_extraction", "max_fpr", "evaluation_bymodel", "model_type"],
  ],
  [
    "an entry of the edit history",
    wire.editStepAnswer,
    ["id", "enabled", "order", "updated_at", "owner", "cond", "spec", "type", "columns", "replace_col", "action"],
  ],
  ["an extraction's result", wire.editedRowsAnswer.shape.data, ["extraction_id", "status", "time", "cond_list", "data"]],
  ["an auto job", wire.autoJobAnswer, ["id", "status", "model_id"]],
  ["a data check", wire.dataCheckAnswer, ["status", "check_table", "na_alert"]],
  ["a checked column", check, ["name", "type", "quality", "all_na", "flags"]],
  ["a clone to a new project", wire.saveClusterLabelsRequest, ["dataset_name", "group_col_name"]],
  ["the state of a companion service", wire.serviceState, ["main_application_url", "origin", "dataset_id", "model_id", "flow", "state"]],
  // @contract users-datasets-columns-models-evaluations-entries-of
])("the schema of %s has the specified fields", (_what, schema, fields) => {
  expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(fields));
});
