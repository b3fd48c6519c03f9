/** Example answers about evaluations, edit histories and their APIs. */
import type {
  DashboardAnswer,
  EditedRowsAnswer,
  EditHistoryApiAnswer,
  EditHistoryApiState,
  EditStepAnswer,
  EditTemplateAnswer,
  EvaluationAnswer,
  EvaluationByModelAnswer,
  EvaluationByModelDetail,
  ServiceState,
} from "@agatha/contracts/wire";
import { BASE_URL, CREATED_AT, DATASET_ID, MODEL_ID, UPDATED_AT, USER_ID } from "./accounts-and-datasets.js";
import { API, PREDICTION } from "./models.js";

export const BY_MODEL: EvaluationByModelAnswer = {
  id: MODEL_ID,
  model_id: MODEL_ID,
  model_name: "Hardness1",
  model_deleted: false,
  model_title: "XGB (slow learning) · Furnace 2024 · 2",
  dataset_id: DATASET_ID,
  dataset_title: "Furnace 2024",
  model_type: "REGRESSION",
  algorithms: ["XGB"],
  status: "success",
  indicators: { RMSE: 1.6, MAE: 1.3 },
  intervals: { RMSE: { lower: 1.2, upper: 2.1 } },
  class_intervals: {},
  drawn: "rows",
  baseline: { RMSE: 9.9 },
  baseline_intervals: { RMSE: { lower: 8.1, upper: 11.9 } },
  baseline_differences: { RMSE: { lower: -10.4, upper: -6.2 } },
  threshold: null,
  rows: 30,
  known: { rows: 0, groups: 0 },
  warnings: [{ code: "outside_range", column: "pressure", message: "2 rows lie outside the values that the model learned from" }],
  reason: null,
  message: null,
};
export const BY_MODEL_DETAIL: EvaluationByModelDetail = { ...BY_MODEL, result: { actual: [353.2], prediction: PREDICTION } };

export const EVALUATION: EvaluationAnswer = {
  id: "comparison-k3m8",
  dataset_id: DATASET_ID,
  owner_id: USER_ID,
  role: "owner",
  status: "evaluating_finish",
  progress: 1,
  reason: null,
  message: null,
  fault: null,
  model_type: "REGRESSION",
  response: "hardness",
  model_id_list: [MODEL_ID],
  use_extraction: false,
  max_fpr: null,
  test_file: "test.csv",
  test_dataset_id: null,
  test_dataset_title: null,
  test_rows: 30,
  evaluation_bymodel: [BY_MODEL],
  created_at: CREATED_AT,
};

export const EDIT_STEP: EditStepAnswer = {
  id: `${DATASET_ID}.e1`,
  dataset_id: DATASET_ID,
  enabled: true,
  order: 1,
  updated_at: CREATED_AT,
  owner: USER_ID,
  cond: "hardness, lowest first",
  spec: { type: "sort", by: [{ column: "hardness", order: "asc" }] },
  type: "sort",
  columns: ["hardness"],
  replace_col: null,
  action: null,
};

export const TEMPLATE: EditTemplateAnswer = {
  id: "b41c6e",
  name: "Warm furnace, lowest hardness first",
  owner: USER_ID,
  entries: [{ cond: EDIT_STEP.cond, spec: EDIT_STEP.spec, type: EDIT_STEP.type }],
  columns: ["hardness"],
  created_at: CREATED_AT,
};

const COLUMNS: EditHistoryApiAnswer["result_columns"] = [
  { name: "temperature", type: "n" },
  { name: "hardness", type: "n" },
];
export const DASHBOARD: DashboardAnswer = {
  version: 1,
  charts: [
    { id: "c1", title: "Hardness by shift", kind: "box", y: "hardness", by: "shift", owner: "someone@example.com", created_at: CREATED_AT },
  ],
};

export const EDIT_HISTORY_API: EditHistoryApiAnswer = {
  ...API,
  url: `${BASE_URL}/tukey/extapi/`,
  cond_list: [EDIT_STEP.cond],
  result_columns: COLUMNS,
};
export const EDITED_ROWS: EditedRowsAnswer = {
  data: {
    extraction_id: EDIT_STEP.id,
    status: "success",
    time: UPDATED_AT,
    cond_list: [EDIT_STEP.cond],
    columns: COLUMNS,
    data: [{ temperature: 812.5, hardness: 353.2 }],
  },
};
export const EDIT_HISTORY_API_STATE: EditHistoryApiState = {
  dataset_id: DATASET_ID,
  dataset_name: "Furnace",
  dataset_title: "Furnace 2024",
  dataset_product_type: "quality",
  owner_id: USER_ID,
  entries: 1,
  api_enabled: true,
  api_update_at: UPDATED_AT,
};

export const SERVICE_STATE: ServiceState = {
  origin: "https://recipes.example.com",
  dataset_id: DATASET_ID,
  model_id: MODEL_ID,
  flow: "optimization",
  main_application_url: `${BASE_URL}/`,
  state: "TUKEY_MAIN_READY",
};
