import type { SocketEvents } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";
import { isTraining } from "../resources/training.js";

export interface EventSink {
  /** Whether anybody listens at all. */
  hasListeners(): boolean;
  /** To the owner of the resource and to managers. */
  emit<E extends keyof SocketEvents>(owner: string, event: E, payload: SocketEvents[E]): void;
}

/** Passes the parts' events on to browsers; returns the ways to stop. */
export function relayEvents(deps: Pick<ApiDeps, "events" | "resources" | "logger">, audience: EventSink): (() => void)[] {
  /** Progress does not name the owner, so that it is looked up. */
  async function progress(name: string, fraction: number): Promise<void> {
    const model = await deps.resources.get("Model", name);
    // Events may overtake each other: what is done does not go back.
    if (!model || !isTraining(model)) return;
    audience.emit(model.spec.owner, "model_status", { model_id: name, status: "fitting", progress: fraction });
  }

  return [
    deps.events.subscribe("datasetChanged", ({ name, owner, phase }) => {
      audience.emit(owner, "data_check_result", { dataset_id: name, status: phase });
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
