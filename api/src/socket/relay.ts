import type { SocketEvents } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { isTraining } from "../resources/training.js";

interface EventSink {
  /** Returns true if any client is connected. */
  hasListeners(): boolean;
  /** Sends an event to the owner of the resource and to managers. */
  emit<E extends keyof SocketEvents>(owner: string, event: E, payload: SocketEvents[E]): void;
}

/** Passes events of the API's parts to browsers. Returns functions that stop this. */
export function relayEvents(deps: Pick<ApiDeps, "events" | "resources" | "logger">, audience: EventSink): (() => void)[] {
  /** A progress event does not name the owner, so the model is looked up. */
  async function progress(name: string, fraction: number): Promise<void> {
    const model = await deps.resources.get("Model", name);
    // Events may overtake each other: a finished training gets no more progress.
    if (!model || !isTraining(model)) return;
    audience.emit(model.spec.owner, "model_status", { model_id: name, status: "fitting", progress: fraction });
  }

  return [
    deps.events.subscribe("datasetChanged", ({ name, owner, phase }) => {
      audience.emit(owner, "data_check_result", { dataset_id: name, status: dataCheckStatus(phase) });
    }),
    deps.events.subscribe("modelChanged", ({ name, owner, phase }) => {
      audience.emit(owner, "model_status", { model_id: name, status: phase, progress: phase === "success" ? 1 : 0 });
    }),
    deps.events.subscribe("calculationChanged", ({ name, owner, phase, model }) => {
      audience.emit(owner, "calc_result", { calc_id: name, model_id: model, status: phase });
    }),
    deps.events.subscribe("autoModelChanged", ({ name, owner, phase, models }) => {
      const current_model = models.map((model) => ({ id: model.name, status: model.phase }));
      audience.emit(owner, "auto_model_result", { auto_model_id: name, current_model, status: phase });
    }),
    deps.events.subscribe("taskProgress", ({ kind, resource, fraction }) => {
      if (kind !== "Model" || !audience.hasListeners()) return;
      progress(resource, fraction).catch((error: unknown) =>
        deps.logger.warn({ err: error, model: resource }, "progress was not passed on"),
      );
    }),
  ];
}

/** Returns the state of a dataset's data check by the dataset's phase: init, then success or fail. */
function dataCheckStatus(phase: string): SocketEvents["data_check_result"]["status"] {
  if (phase === "evaluating_finish") return "success";
  return phase === "evaluating_fail" || phase === "preprocess_fail" ? "fail" : "init";
}
