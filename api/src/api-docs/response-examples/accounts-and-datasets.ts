/** Example answers about accounts and datasets. */
import type {
  AuditAnswer,
  DatasetAnswer,
  RowsAnswer,
  SecondFactorSetup,
  SeriesAnswer,
  SessionAnswer,
  UserAnswer,
} from "@agatha/contracts/wire";

export const CREATED_AT = "2024-05-01T08:00:00.000Z";
export const UPDATED_AT = "2024-05-01T08:02:10.000Z";
export const USER_ID = "b7e0a3";
export const DATASET_ID = "furnace-4f7qd";
export const MODEL_ID = "hardness1-x7k2p";
/** Base address of an example server. */
export const BASE_URL = "https://agatha.example.com/tukey";

export const USER: UserAnswer = {
  id: USER_ID,
  username: "line3",
  auth: "normal",
  is_active: true,
  email: "line3@example.com",
  needs_password: false,
  has_password: true,
  reset_requested_at: null,
  contract: { type: "RF", duration: 30, dueDate: null, startDate: null, apiEnableMode: "enabled" },
  restriction: { autoModelEnable: true, modelLimit: 20, licenceLimit: -1 },
  contract_stage: "normal",
  days_left: null,
  duration: 30,
  due_date: null,
  start_date: null,
  api_enable_mode: "enabled",
  auto_model_enable: true,
  model_limit: 20,
  model_current: 3,
  model_reserved: 0,
  model_licence_limit: -1,
  open_calc_varimp_enable: true,
  dataset_create_enable: true,
  model_create_enable: true,
  product_all_current: 1,
  product_occ_current: 0,
  product_occ_enable_limit: -1,
  product_occ_enable: true,
  product_opt_current: 0,
  product_opt_enable_limit: -1,
  product_opt_enable: true,
  product_quality_current: 1,
  product_quality_enable_limit: -1,
  product_quality_enable: true,
  product_timeseries_current: 0,
  product_timeseries_enable_limit: -1,
  product_timeseries_enable: true,
};

const column = (colIndex: number, name: string, [min, median, max]: [number, number, number]): DatasetAnswer["columns"][number] => ({
  uid: `c${colIndex}`,
  name,
  label: name,
  type: "n",
  originalType: "n",
  colIndex,
  hidden: false,
  semilabel: false,
  label_like: false,
  stats: {
    missing: 0,
    unique: 118,
    min,
    max,
    mean: median,
    std: (max - min) / 6,
    quantiles: [min, (min + median) / 2, median, (median + max) / 2, max],
    histogram: [20, 40, 40, 20],
    top: [],
    integer: false,
  },
});

export const DATASET: DatasetAnswer = {
  id: DATASET_ID,
  name: "Furnace",
  title: "Furnace 2024",
  product_type: "quality",
  owner: USER_ID,
  owner_name: "line3",
  role: "owner",
  shares: [{ account: "line4", role: "viewer" }],
  size: 48_213,
  file_name: "furnace.csv",
  format: "csv",
  nrow: 120,
  total_rows: 120,
  column_count: 3,
  columns: [column(0, "temperature", [780, 810, 840]), column(1, "pressure", [2, 3, 4]), column(2, "hardness", [330, 351, 372])],
  table_sha256: "5b0d9e1c6a7f4823b1e0c9d8a7f6e5d4c3b2a1908f7e6d5c4b3a29180f7e6d5c",
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
  profiling_status: "success",
  na_alert: false,
  flagged_columns: 0,
  created_at: CREATED_AT,
  updated_at: UPDATED_AT,
};

export const ROWS: RowsAnswer = {
  data: [
    [812.5, 3.1, 353.2],
    [798, 2.9, 345.6],
  ],
  columns: ["temperature", "pressure", "hardness"],
  start: 0,
  limit: 2,
  total: 120,
};

export const SESSION: SessionAnswer = {
  id: "0b5c1e",
  current: true,
  created_at: CREATED_AT,
  last_used_at: UPDATED_AT,
  expires_at: "2024-05-01T20:02:10.000Z",
  address: "203.0.113.7",
  user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};

export const SECOND_FACTOR: SecondFactorSetup = {
  secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
  uri: "otpauth://totp/Agatha:line3?issuer=Agatha&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30",
};

export const AUDIT: AuditAnswer = {
  data: [
    {
      id: "20240501-000017",
      at: CREATED_AT,
      user_id: "5c90d1",
      username: "admin",
      action: "user.update",
      target: USER_ID,
      detail: { model_limit: 20 },
    },
  ],
  start: 0,
  limit: 100,
  total: 1,
};

export const SERIES: SeriesAnswer = {
  series: { proposed: "furnace", count: 1, names: [], described: null },
  description: {
    period: { unit: "second", size: 3600 },
    rhythm: "hour",
    first: "2024-05-01T00:00:00.000Z",
    last: "2024-05-28T23:00:00.000Z",
    periods: 672,
    missing_periods: 3,
    missing_values: 0,
    repeated_rows: 0,
    untimed_rows: 0,
    seasons: [
      { unit: "day", length: 24, strength: 0.83 },
      { unit: "week", length: 168, strength: 0.41 },
    ],
    trend: { direction: "rising", strength: 0.62, from: 811.5, to: 842.1 },
    level_changes: [{ time: "2024-05-13T06:00:00.000Z", change: 24.5 }],
    outliers: [{ time: "2024-05-20T14:00:00.000Z", value: 990 }],
    zero_share: 0,
    intermittent: false,
    points: [{ time: "2024-05-28T23:00:00.000Z", value: 845, trend: 842.1, seasonal: [1.5, 0.8], remainder: 0.6 }],
  },
};
