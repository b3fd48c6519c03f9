import { z } from "zod";
import { id, isoTime } from "./shared.js";

export const csrfAnswer = z.object({ csrftoken: z.string() });

export const loginRequest = z.object({ username: z.string().min(1).max(64), password: z.string().min(1).max(1024) });

const limit = z.int().min(-1).describe("-1 means unlimited.");

/** A user as the user and the managers see them: names and meanings of the specification, section 3. */
export const userAnswer = z.object({
  id,
  username: z.string(),
  auth: z.enum(["manager", "normal"]),
  is_active: z.boolean(),
  contract: z.object({
    type: z.enum(["RF", "SP"]),
    duration: z.int(),
    dueDate: isoTime.nullable(),
    startDate: isoTime.nullable(),
    apiEnableMode: z.string(),
  }),
  restriction: z.object({ autoModelEnable: z.boolean(), modelLimit: limit }),
  duration: z.int(),
  due_date: isoTime.nullable(),
  start_date: isoTime.nullable(),
  api_enable_mode: z.string(),
  auto_model_enable: z.boolean(),
  model_limit: limit,
  open_calc_varimp_enable: z.boolean(),
  dataset_create_enable: z.boolean(),
  model_create_enable: z.boolean(),
  product_all_current: z.int(),
  product_occ_current: z.int(),
  product_occ_enable_limit: limit,
  product_occ_enable: z.boolean(),
  product_opt_current: z.int(),
  product_opt_enable_limit: limit,
  product_opt_enable: z.boolean(),
  product_quality_current: z.int(),
  product_quality_enable_limit: limit,
  product_quality_enable: z.boolean(),
  product_timeseries_current: z.int(),
  product_timeseries_enable_limit: limit,
  product_timeseries_enable: z.boolean(),
});
export type UserAnswer = z.infer<typeof userAnswer>;
