import type { ImportedUser } from "@agatha/contracts/wire";

/** One account with every setting, as a file has it. */
const EXAMPLE: Record<keyof ImportedUser, string> = {
  username: "line3@example.com",
  email: "line3@example.com",
  auth: "normal",
  is_active: "yes",
  contract_type: "SP",
  start_date: "2026-01-01",
  due_date: "2030-12-31",
  duration: "30",
  api_enable_mode: "enabled",
  dataset_create_enable: "yes",
  model_create_enable: "yes",
  auto_model_enable: "yes",
  open_calc_varimp_enable: "yes",
  model_limit: "20",
  model_licence_limit: "-1",
  product_occ_enable: "yes",
  product_occ_enable_limit: "-1",
  product_quality_enable: "yes",
  product_quality_enable_limit: "-1",
  product_opt_enable: "yes",
  product_opt_enable_limit: "-1",
  product_timeseries_enable: "yes",
  product_timeseries_enable_limit: "-1",
};

/** A file of accounts with the names of all columns and an example. */
export const IMPORT_TEMPLATE = `${Object.keys(EXAMPLE).join(",")}\n${Object.values(EXAMPLE).join(",")}\n`;
