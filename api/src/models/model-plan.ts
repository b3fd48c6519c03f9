import type { CreateModelRequest } from "@agatha/contracts/wire";
import type { ModelColumn } from "../edit-history/step-snapshots.js";

/** Request with its layers set. */
export type ModelPlan = CreateModelRequest & Required<Pick<CreateModelRequest, "layers">>;
export type ColumnsByName = ReadonlyMap<string, ModelColumn>;
