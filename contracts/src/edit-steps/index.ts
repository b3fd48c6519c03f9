/** Edit steps of a dataset. They run in order, each on the output of the previous one. */
import { z } from "zod";
import { aggregationSpec } from "./aggregation.js";
import { derivedColumnSpec, replacementSpec } from "./column-edits.js";
import { filterSpec } from "./filter.js";
import { joinRequest, joinSpec } from "./join.js";
import { unpivotSpec } from "./unpivot.js";
import { columnName } from "./values.js";

export { type AggregateFunction, type AggregationSpec, type TimeUnit, timeUnit } from "./aggregation.js";
export type { DerivedColumnSpec, Operand, ReplacementSpec } from "./column-edits.js";
export { columnTimes, timeColumns } from "./column-time.js";
export type { FilterCondition, FilterSpec } from "./filter.js";
export type { JoinRequest, JoinSpec } from "./join.js";
export { UNPIVOT_LIMIT, type UnpivotSpec } from "./unpivot.js";
export type { CellValue } from "./values.js";

const sortSpec = z.object({
  type: z.literal("sort"),
  by: z
    .array(z.object({ column: columnName, order: z.enum(["asc", "desc"]).default("asc") }))
    .min(1)
    .max(50)
    .describe("Rows without a value come last; rows that are alike stay in the order that they were in."),
});
export type SortSpec = z.infer<typeof sortSpec>;

const ownStepSpecs = [filterSpec, sortSpec, aggregationSpec, replacementSpec, derivedColumnSpec, unpivotSpec] as const;

/** A step as a client sends it. */
export const editStepRequest = z.discriminatedUnion("type", [...ownStepSpecs, joinRequest]);
export type EditStepRequest = z.infer<typeof editStepRequest>;

/** A step as it is stored. */
export const editStepSpec = z.discriminatedUnion("type", [...ownStepSpecs, joinSpec]);
export type EditStepSpec = z.infer<typeof editStepSpec>;
