import { z } from "zod";

/** A warning of a training. */
export const modelWarning = z.object({
  /** Kind of warning, for translation. */
  code: z.enum([
    "few_rows",
    "leakage",
    "among_leaks",
    "imbalance",
    "rare_classes",
    "target_missing",
    "rows_sampled",
    "names_the_row",
    "names_the_group",
    "looks_like_label",
    "constant",
    "all_missing",
    "too_many_levels",
    "too_large",
    "not_converged",
    "not_evaluated",
    "overfit",
    "dominant_group",
    "dominant_groups",
    "not_numeric",
    "times_missing",
    "times_repeated",
    "times_closed",
    "times_rounded",
    "periods_missing",
    "history_missing",
    "series_ended",
    "series_short",
    "series_past_short",
    "series_behind",
    "horizon_unmeasured",
    "season_unmeasured",
    "not_learned_from",
  ]),
  column: z.string().optional(),
  /** The names and numbers in the message, for translation. */
  values: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  message: z.string(),
});
export type ModelWarning = z.infer<typeof modelWarning>;
