import { Registry } from "prom-client";
import { createTrainingMetrics } from "./training-metrics.js";

test("each training that ends is counted once, by its reason, with the time that it ran", async () => {
  const registry = new Registry();
  const record = createTrainingMetrics(registry);
  const times = { startedAt: "2024-05-01T08:00:00Z", finishedAt: "2024-05-01T08:02:00Z" };
  record(undefined, { phase: "init" });
  record({ phase: "init" }, { phase: "fitting" });
  record({ phase: "fitting" }, { phase: "success", ...times });
  record({ phase: "success" }, { phase: "success", ...times });
  record({ phase: "fitting" }, { phase: "fitting_fail", reason: "OutOfMemory", ...times });
  record({ phase: "init" }, { phase: "fitting_fail", reason: "010405" });
  record({ phase: "fitting" }, { phase: "fitting_fail", reason: "Cancelled", ...times });
  record({ phase: "fitting" }, { phase: "fitting_fail", reason: "TimeLimitReached", ...times });
  const text = await registry.metrics();
  expect(text).toContain('agatha_trainings_ended_total{reason="Trained"} 1');
  expect(text).toContain('agatha_trainings_ended_total{reason="OutOfMemory"} 1');
  expect(text).toContain('agatha_trainings_ended_total{reason="InvalidInput"} 1');
  expect(text).toContain('agatha_training_duration_seconds_sum{outcome="success"} 120');
  expect(text).toContain('agatha_training_duration_seconds_count{outcome="failure"} 1');
  expect(text).toContain('agatha_training_duration_seconds_count{outcome="cancelled"} 1');
  expect(text).toContain('agatha_training_duration_seconds_count{outcome="stopped"} 1');
});
