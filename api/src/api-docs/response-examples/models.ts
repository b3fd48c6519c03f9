/** Example answers about models, predictions and model reports. */
import type { HeldOutPredictions, ModelGraph, ModelInfo, PredictionResult } from "@agatha/contracts";
import type {
  AutoModelAnswer,
  CalculationAnswer,
  ClusterDensityAnswer,
  ModelAnswer,
  ModelApiAnswer,
  ModelColumnsAnswer,
  ModelStudioAnswer,
  ResponseCurvesAnswer,
} from "@agatha/contracts/wire";
import { BASE_URL, CREATED_AT, DATASET_ID, MODEL_ID, UPDATED_AT, USER_ID } from "./accounts-and-datasets.js";

const INDICATORS = { RMSE: 1.42, MAE: 1.21, R2: 0.981, MAAPE: 0.0035 };
const BASELINE = { RMSE: 10.3, MAE: 8.9, R2: 0, MAAPE: 0.025 };
const INTERVALS = { RMSE: { lower: 1.09, upper: 1.78 } };
const BASELINE_INTERVALS = { RMSE: { lower: 8.4, upper: 12.1 } };
const DIFFERENCES = { RMSE: { lower: -11.2, upper: -6.9 } };

export const MODEL: ModelAnswer = {
  id: MODEL_ID,
  model_id: MODEL_ID,
  name: "Hardness1",
  model_name: "Hardness1",
  title: "XGB (slow learning) · Furnace 2024 · 2",
  dataset_id: DATASET_ID,
  dataset_name: "Furnace",
  dataset_title: "Furnace 2024",
  dataset_product_type: "quality",
  model_type: "REGRESSION",
  response: "hardness",
  columns: null,
  layers: [{ nodes: [{ algorithm: "XGB" }] }],
  algorithms: ["XGB"],
  time_series_params: null,
  validation: null,
  error_costs: null,
  decision: null,
  before_decision: false,
  status: "success",
  is_processed: false,
  progress: 1,
  progress_step: null,
  queued: null,
  reason: null,
  message: null,
  indicators: INDICATORS,
  train_indicators: { ...INDICATORS, RMSE: 1.38 },
  baseline: BASELINE,
  intervals: INTERVALS,
  baseline_intervals: BASELINE_INTERVALS,
  baseline_differences: DIFFERENCES,
  held_out_rows: 24,
  held_out_by: { rows: "random" },
  api_enable: true,
  api_enabled: true,
  owner_refusal: null,
  api_token_revoked: false,
  api_id: MODEL_ID,
  api_update_at: UPDATED_AT,
  enabling_message: null,
  owner_id: USER_ID,
  owner_name: "line3",
  role: "owner",
  model_created_at: CREATED_AT,
  started_at: CREATED_AT,
  finished_at: UPDATED_AT,
  size: 18_304,
  model_studio: "success",
  is_occ: false,
  is_supervised_learning: true,
  has_time_lag: false,
  use_extraction: false,
  edit_steps: null,
  dataset_fingerprint: "8c2f41d07be95a36",
  rows_fingerprint: "41f0a7c6d92e5b83",
  sha256: "3b7e1f0a94c85d2260f7a1be9d43c5788e12f06ab7d95c314e08f2ad61b97c50",
  clone_of: null,
  same_bytes: null,
};

const input = (name: string, [min, typical, max]: [number, number, number]): ModelInfo["inputs"][number] => ({
  name,
  type: "n",
  min,
  max,
  typical,
  integer: false,
  levels: [],
});
const POINT = { row: 4, actual: 353.2, predicted: 352.4 };

export const INFO: ModelInfo = {
  type: "REGRESSION",
  response: "hardness",
  algorithms: ["XGB"],
  inputs: [input("temperature", [780, 810, 840]), input("pressure", [2, 3, 4])],
  validation: { method: "holdout", folds: 1, trainRows: 96, heldOutRows: 24 },
  indicators: INDICATORS,
  spread: {},
  train_indicators: { ...INDICATORS, RMSE: 1.38 },
  baseline: BASELINE,
  intervals: INTERVALS,
  baseline_intervals: BASELINE_INTERVALS,
  baseline_differences: DIFFERENCES,
  baseline_kind: "mean",
  importance: [
    { column: "temperature", importance: 7.1, spread: 0.4 },
    { column: "pressure", importance: 4.8, spread: 0.3 },
  ],
  importance_all: [
    { column: "temperature", importance: 7.1, spread: 0.4 },
    { column: "pressure", importance: 4.8, spread: 0.3 },
  ],
  importance_measure: "RMSE",
  warnings: [{ code: "few_rows", message: "There are only 120 rows: the figures are rough" }],
  regression: {
    points: [POINT],
    largest_errors: [{ ...POINT, error: 0.8 }],
    smallest_errors: [{ ...POINT, error: 0.8 }],
    error_deciles: [0.1, 0.3, 0.5, 0.7, 0.9, 1.1, 1.3, 1.6, 1.9, 2.3, 2.9],
    interval: { nominal: 0.9, half_width: 2.4, rows: 24, measured: 0.92 },
  },
};

export const GRAPH: ModelGraph = {
  nodes: [
    { id: "column:temperature", kind: "column", label: "temperature", layer: 0 },
    { id: "1.1", kind: "algorithm", label: "XGB", layer: 1 },
    { id: "answer", kind: "answer", label: "hardness", layer: 2 },
  ],
  edges: [
    { from: "column:temperature", to: "1.1" },
    { from: "1.1", to: "answer" },
  ],
};

export const PREDICTION: PredictionResult = { value: [352.4], interval: [{ lower: 350, upper: 354.8 }], interval_level: 0.9 };
export const HELD_OUT: HeldOutPredictions = { rows: [4], actual: [353.2], prediction: PREDICTION };

export const COLUMNS: ModelColumnsAnswer = {
  data: [
    {
      name: "temperature",
      column: "temperature",
      label: "temperature",
      type: "n",
      lag: null,
      min: 780,
      max: 840,
      typical: 810,
      integer: false,
      levels: [],
      importance: 7.1,
    },
  ],
};

export const STUDIO: ModelStudioAnswer = {
  status: "success",
  link: `${BASE_URL}/agatha/datasets/${DATASET_ID}/models/${MODEL_ID}/report/`,
  reason: null,
  message: null,
};

/** Half of 40 rows in each of two bins, all of the other 20 in the second. */
export const DENSITY: ClusterDensityAnswer = {
  data: [
    {
      column: "pressure",
      type: "n",
      from: 2,
      to: 4,
      levels: [],
      clusters: [
        { cluster: 1, rows: 40, density: [0.5, 0.5] },
        { cluster: 2, rows: 20, density: [0, 1] },
      ],
    },
  ],
};

const TOKEN = "the token that programs send";
/**
 * Examples in the page's program samples are whole programs. The columns are omitted: each has a type and an example, which
 * readers of the document mistake for a schema.
 */
export const API: ModelApiAnswer = {
  api_token: TOKEN,
  api_token_hidden: false,
  usage: [{ current: true, calls: 12, rows: 480, first_used_at: CREATED_AT, last_used_at: UPDATED_AT }],
  api_enabled: true,
  owner_refusal: null,
  url: `${BASE_URL}/tukey/api/`,
  columns: [],
  examples: {
    python: "import requests\n…",
    r: "library(httr2)\n…",
    go: "package main\n…",
    javascript: "const response = await fetch(…",
    java: "import java.net.http.HttpClient;\n…",
    bash: "curl …",
  },
};

export const CALCULATION: CalculationAnswer = {
  id: "c41f09",
  type: "whatif",
  status: "success",
  progress: 1,
  reason: null,
  message: null,
  rows: 1,
  result: { ...PREDICTION, outside: [[]], distance: [{ nearest: 0.12, percentile: 0.4, far: false }] },
  created_at: CREATED_AT,
};

export const RESPONSE_CURVES: ResponseCurvesAnswer = {
  of: "value",
  curves: [
    {
      column: "temperature",
      grid: [780, 820, 860],
      values: [58.2, 61.4, 60.1],
      intervals: [
        { lower: 55.1, upper: 61.3 },
        { lower: 58.3, upper: 64.5 },
        { lower: 57, upper: 63.2 },
      ],
    },
  ],
};

export const AUTO_MODEL: AutoModelAnswer = {
  id: "auto-9d21c",
  dataset_id: DATASET_ID,
  dataset_name: "Furnace",
  dataset_title: "Furnace 2024",
  product_type: "quality",
  mode: "AUTO_REGRESSION",
  model_type: "REGRESSION",
  response: "hardness",
  use_extraction: false,
  status: "fitting_finished",
  model_id: MODEL_ID,
  models: [
    {
      id: MODEL_ID,
      name: "Hardness1",
      title: "XGB (slow learning) · Furnace 2024 · 2",
      algorithms: ["XGB"],
      status: "success",
      indicators: INDICATORS,
      earlier_rows: false,
      tied: false,
      before_decision: false,
      ended_early: null,
    },
  ],
  not_tried: ["DNN"],
  expected: { indicator: "RMSE", value: 1.57, interval: { lower: 1.41, upper: 1.73 }, models: 10 },
  left_out: [{ column: "order", reason: "Names the row" }],
  validation: { rows: "groups", groupColumns: ["batch"] },
  rank_by: "RMSE",
  limits: { models: 10, seconds: 600 },
  enabling: "manual",
  enabling_message: null,
  cancelled: false,
  reason: null,
  message: null,
  owner_id: USER_ID,
  role: "owner",
  created_at: CREATED_AT,
  started_at: CREATED_AT,
  finished_at: UPDATED_AT,
};
