import type { Command } from "../command.js";
import { openSession } from "../session-file.js";
import { printJson } from "./output.js";

export const datasets: Command = {
  operands: [],
  description: "Lists datasets, one a line",
  options: {},
  async run(_arguments, context) {
    const session = await openSession(context);
    for (const { id, name, title, owner_name, role, status, nrow, column_count } of await session.api.datasets())
      printJson(context, { id, name, title, owner_name, role, status, nrow, column_count });
  },
};

export const models: Command = {
  operands: [],
  description: "Lists models, one a line",
  options: {},
  async run(_arguments, context) {
    const session = await openSession(context);
    for (const {
      id,
      name,
      title,
      dataset_id,
      model_type,
      response,
      status,
      indicators,
      intervals,
      before_decision,
    } of await session.api.allModels()) {
      printJson(context, { id, name, title, dataset_id, model_type, response, status, indicators, intervals, before_decision });
    }
  },
};
