import type { ApiClient } from "@agatha/contracts/client";
import type { StartedWork, WorkLog } from "./work-log.js";

/**
 * Returns the same calls, of which those that start work enter it in the log, and those that delete it take it out before the server
 * is asked, so that nobody asks how far it is. The log's user is the last one that logged in.
 */
export function recordStartedWork(api: ApiClient, workLog: WorkLog): ApiClient {
  let userId = "";
  const record = (work: Omit<StartedWork, "userId">) => workLog.add({ ...work, userId });
  const remove = (id: string) => {
    for (const work of workLog.started()) if (work.id === id) workLog.end(work, null);
  };
  return {
    ...api,
    async user(signal) {
      const user = await api.user(signal);
      userId = user.id;
      return user;
    },
    async createModel(datasetId, request) {
      const created = await api.createModel(datasetId, request);
      record({ kind: "model", id: created.id, datasetId });
      return created;
    },
    async cloneModel(datasetId, id, request = {}) {
      const created = await api.cloneModel(datasetId, id, request);
      record({ kind: "model", id: created.id, datasetId: request.dataset_id ?? datasetId });
      return created;
    },
    async createAutoModel(datasetId, request) {
      const created = await api.createAutoModel(datasetId, request);
      record({ kind: "automodel", id: created.id, datasetId });
      return created;
    },
    async upload(file, name, fields) {
      const created = await api.upload(file, name, fields);
      record({ kind: "dataset", id: created.id, datasetId: created.id });
      return created;
    },
    async saveGroups(datasetId, id, request) {
      const created = await api.saveGroups(datasetId, id, request);
      record({ kind: "dataset", id: created.id, datasetId: created.id });
      return created;
    },
    async updateDataset(id, patch) {
      const updated = await api.updateDataset(id, patch);
      if (!updated.status.endsWith("_finish") && !updated.status.endsWith("_fail")) record({ kind: "dataset", id, datasetId: id });
      return updated;
    },
    async createProfiling(id, request) {
      const report = await api.createProfiling(id, request);
      record({ kind: "report", id, datasetId: id });
      return report;
    },
    async calculate(datasetId, modelId, request) {
      const calculation = await api.calculate(datasetId, modelId, request);
      if (request.type !== "whatif") record({ kind: request.type, id: calculation.id, datasetId, modelId });
      return calculation;
    },
    async createEvaluation(datasetId, request) {
      const created = await api.createEvaluation(datasetId, request);
      record({ kind: "evaluation", id: created.id, datasetId });
      return created;
    },
    async startEvaluation(datasetId, id) {
      const started = await api.startEvaluation(datasetId, id);
      record({ kind: "evaluation", id, datasetId });
      return started;
    },
    deleteDataset(id) {
      remove(id);
      return api.deleteDataset(id);
    },
    deleteCalculation(datasetId, modelId, id) {
      remove(id);
      return api.deleteCalculation(datasetId, modelId, id);
    },
    deleteEvaluation(datasetId, id) {
      remove(id);
      return api.deleteEvaluation(datasetId, id);
    },
  };
}
