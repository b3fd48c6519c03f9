import type { AutoModelAnswer, DatasetAnswer, EvaluationByModelAnswer, ModelAnswer } from "@agatha/contracts/wire";

const CREATED_AT = "2024-05-01T08:00:00.000Z";

type DatasetColumn = DatasetAnswer["columns"][number];

/** Returns a column whose values are not known unless `stats` tells. */
export function aDatasetColumn({
  stats,
  ...changes
}: Partial<Omit<DatasetColumn, "stats">> & { stats?: Partial<DatasetColumn["stats"]> }): DatasetColumn {
  const { name = "x", type = "n" } = changes;
  return {
    uid: name,
    name,
    label: name,
    type,
    originalType: type,
    colIndex: 0,
    hidden: false,
    stats: {
      missing: 0,
      unique: 0,
      min: null,
      max: null,
      mean: null,
      std: null,
      quantiles: [],
      histogram: [],
      top: [],
      integer: true,
      ...stats,
    },
    semilabel: false,
    label_like: false,
    ...changes,
  };
}

/** Returns a dataset that is ready, without columns. */
export function aDatasetAnswer(changes: Partial<DatasetAnswer> = {}): DatasetAnswer {
  return {
    id: "d1",
    name: "Cars",
    title: "Cars",
    product_type: "quality",
    owner: "u1",
    owner_name: "ann",
    role: "owner",
    shares: [],
    size: 1000,
    file_name: "cars.csv",
    format: "csv",
    nrow: 406,
    total_rows: 406,
    column_count: 0,
    columns: [],
    table_sha256: null,
    timezone: "UTC",
    encoding: "utf-8",
    delimiter: ",",
    decimal: ".",
    header: "first_row",
    skip_rows: 0,
    sheet: null,
    sheets: [],
    sampling: "raw",
    sampling_chosen: null,
    status: "evaluating_finish",
    progress: 1,
    reason: null,
    message: null,
    fault: null,
    profiling_status: null,
    na_alert: false,
    flagged_columns: 0,
    created_at: CREATED_AT,
    updated_at: CREATED_AT,
    ...changes,
  };
}

/** Returns a regression's part of a comparison, without figures. */
export function anEvaluatedModel(changes: Partial<EvaluationByModelAnswer> = {}): EvaluationByModelAnswer {
  return {
    id: "m1",
    model_id: "m1",
    model_name: "Model",
    model_deleted: false,
    model_title: "Model",
    dataset_id: "d1",
    dataset_title: "Cars",
    model_type: "REGRESSION",
    algorithms: ["XGB"],
    status: "success",
    indicators: {},
    intervals: {},
    class_intervals: {},
    drawn: null,
    baseline: null,
    baseline_intervals: {},
    threshold: null,
    rows: null,
    known: null,
    warnings: [],
    reason: null,
    message: null,
    ...changes,
  };
}

/** Returns a trained regression of the dataset `d1`, without figures. */
export function aModelAnswer(changes: Partial<ModelAnswer> = {}): ModelAnswer {
  return {
    id: "m1",
    model_id: "m1",
    name: "Model",
    model_name: "Model",
    title: "Model",
    dataset_id: "d1",
    dataset_name: "Cars",
    dataset_title: "Cars",
    dataset_product_type: "quality",
    model_type: "REGRESSION",
    response: "y",
    columns: null,
    layers: [{ nodes: [{ algorithm: "XGB" }] }],
    algorithms: ["XGB"],
    time_series_params: null,
    validation: null,
    error_costs: null,
    status: "success",
    is_processed: false,
    progress: 1,
    progress_step: null,
    queued: null,
    reason: null,
    message: null,
    indicators: {},
    train_indicators: {},
    baseline: {},
    intervals: {},
    baseline_intervals: {},
    decision: null,
    before_decision: false,
    held_out_rows: null,
    held_out_by: null,
    api_enable: false,
    api_enabled: false,
    owner_refusal: null,
    api_token_revoked: false,
    api_id: null,
    api_update_at: null,
    enabling_message: null,
    owner_id: "u1",
    owner_name: "ann",
    role: "owner",
    model_created_at: CREATED_AT,
    started_at: CREATED_AT,
    finished_at: CREATED_AT,
    size: null,
    model_studio: "success",
    is_occ: false,
    is_supervised_learning: true,
    has_time_lag: false,
    use_extraction: false,
    edit_steps: null,
    dataset_fingerprint: null,
    rows_fingerprint: null,
    sha256: null,
    clone_of: null,
    same_bytes: null,
    ...changes,
  };
}

type TrainedMember = AutoModelAnswer["models"][number];

/** Returns a trained model of an automatic training, without figures. */
export function aTrainedMember(changes: Partial<TrainedMember> = {}): TrainedMember {
  return {
    id: "m1",
    name: "Model",
    title: "Model",
    algorithms: ["XGB"],
    status: "success",
    indicators: {},
    before_decision: false,
    earlier_rows: false,
    tied: false,
    ended_early: null,
    ...changes,
  };
}

/** Returns an automatic training of regressions on the dataset `d1` that has ended without models. */
export function anAutoModelAnswer(changes: Partial<AutoModelAnswer> = {}): AutoModelAnswer {
  return {
    id: "t1",
    dataset_id: "d1",
    dataset_name: "Cars",
    dataset_title: "Cars",
    product_type: "quality",
    mode: "AUTO_REGRESSION",
    model_type: "REGRESSION",
    response: "y",
    use_extraction: false,
    status: "fitting_finished",
    model_id: null,
    models: [],
    not_tried: [],
    expected: null,
    validation: null,
    left_out: [],
    rank_by: null,
    limits: { models: 10, seconds: 600 },
    enabling: "manual",
    enabling_message: null,
    cancelled: false,
    reason: null,
    message: null,
    owner_id: "u1",
    role: "owner",
    created_at: CREATED_AT,
    started_at: null,
    finished_at: null,
    ...changes,
  };
}
