import { type Condition, KIND_NAMES } from "@agatha/contracts";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import { Registry } from "prom-client";
import { aModel, clock } from "../testing/objects.js";
import { registerObjectMetrics } from "./object-metrics.js";
import type { Listers } from "./watch.js";

const condition = (type: string, status: "True" | "False", reason: string, minutesAgo = 0): Condition => ({
  type,
  status,
  reason,
  message: "",
  lastTransitionTime: new Date(clock.now() - minutesAgo * 60_000).toISOString(),
});
const waiting = (minutes: number) =>
  aModel({ status: { conditions: [condition("Ready", "False", "Queued"), condition("Queued", "True", "Unschedulable", minutes)] } });
const trained = aModel({ status: { conditions: [condition("Ready", "True", "Trained"), condition("Queued", "False", "NotWaiting", 90)] } });

function metricsOf(models: ReturnType<typeof aModel>[]): Promise<string> {
  const registry = new Registry();
  const none = { get: () => undefined, list: () => [] };
  const listers = { ...Object.fromEntries(KIND_NAMES.map((kind) => [kind, none])), Model: { ...none, list: () => models } };
  registerObjectMetrics(registry, fromPartial<Listers>(listers), clock);
  return registry.metrics();
}

test("objects are counted by what they do, and the longest wait is told", async () => {
  const text = await metricsOf([waiting(10), waiting(30), trained]);
  expect(text).toContain('agatha_objects{kind="Model",ready="False",reason="Queued"} 2');
  expect(text).toContain('agatha_objects{kind="Model",ready="True",reason="Trained"} 1');
  expect(text).toContain("agatha_longest_queued_seconds 1800");
});

test("nothing waits where no object does", async () => {
  expect(await metricsOf([trained])).toContain("agatha_longest_queued_seconds 0");
});
