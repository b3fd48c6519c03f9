import type { ApiClient } from "@agatha/contracts/client";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { recordStartedWork } from "./record-started-work.js";
import { createWorkLog } from "./work-log.js";

test("work that its user deletes leaves the log before the server is asked", async () => {
  const kept = new Map<string, string>();
  const workLog = createWorkLog(
    { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    { addEventListener: () => undefined, postMessage: () => undefined },
  );
  const listedDuringDeletion: string[][] = [];
  const server = fromPartial<ApiClient>({
    calculate: async () => ({ id: "c1" }),
    createEvaluation: async () => ({ id: "e1" }),
    deleteCalculation: async () => {
      listedDuringDeletion.push(workLog.started().map(({ id }) => id));
      return {};
    },
  });
  const api = recordStartedWork(server, workLog);
  await api.createEvaluation("d1", { model_id_list: ["m1"] });
  await api.calculate("d1", "m1", { type: "optimization" } as Parameters<ApiClient["calculate"]>[2]);
  expect(workLog.started().map(({ id }) => id)).toEqual(["c1", "e1"]);
  await api.deleteCalculation("d1", "m1", "c1");
  expect(listedDuringDeletion).toEqual([["e1"]]);
});
