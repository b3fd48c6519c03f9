import type { Table } from "../data/tables/table.js";
import type { ModelRequest } from "../training/plan/plan.js";
import { type TrainingResult, trainModel } from "../training/train-model.js";
import { fitContext } from "./fit-context.js";

/** Returns a request as the API creates it, with one node of the algorithm. */
export function modelRequest(type: ModelRequest["type"], algorithm: string, overrides: Partial<ModelRequest> = {}): ModelRequest {
  return { type, layers: [{ nodes: [{ algorithm }] }], maxFpr: 1, seed: 1, ...overrides };
}

export function trainOnTable(table: Table, asked: ModelRequest, timezone = "UTC"): Promise<TrainingResult> {
  return trainModel(asked, table, { ...fitContext(), progress: () => {}, timezone });
}
