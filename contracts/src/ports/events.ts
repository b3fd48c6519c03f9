import { z } from "zod";

const phaseChange = z.object({ name: z.string(), owner: z.string(), phase: z.string() });

/** Subjects of the event bus and their payloads. Events are hints only: subscribers read the resource or document. */
export const EVENTS = {
  /** A trainer has made progress with a task. `kind` and `resource` are the kind and name of the object that the task belongs to. */
  taskProgress: z.object({
    taskId: z.string(),
    kind: z.string(),
    resource: z.string(),
    fraction: z.number().min(0).max(1),
    step: z.string(),
  }),
  /** A trainer has published a task's result. */
  taskFinished: z.object({ taskId: z.string(), kind: z.string(), resource: z.string() }),
  /** A reconciler has changed the phase of a Dataset. */
  datasetChanged: phaseChange,
  /** A reconciler has changed the phase of a Model. */
  modelChanged: phaseChange,
  /** A reconciler has changed the phase of a Calculation. */
  calculationChanged: phaseChange.extend({ model: z.string() }),
  /** A reconciler has changed the phase of an AutoModel, or its list of models. */
  autoModelChanged: phaseChange.extend({ models: z.array(z.object({ name: z.string(), phase: z.string() })) }),
  /** The token of a model's open API was replaced or revoked. */
  tokenChanged: z.object({ model: z.string() }),
  /** A session has ended, or a user was disabled: servers close the user's connections. */
  accessRevoked: z.object({ userId: z.string() }),
};

export type EventName = keyof typeof EVENTS;
export type Events = { [E in EventName]: z.infer<(typeof EVENTS)[E]> };

/** Names of the events that browsers receive on the socket, with their payloads (CONTRACT: Live events). */
export interface SocketEvents {
  data_check_result: { dataset_id: string; status: "init" | "success" | "fail" };
  auto_model_result: { auto_model_id: string; current_model: { id: string; status: string }[]; status: string };
  model_status: { model_id: string; status: string; progress: number };
  calc_result: { calc_id: string; model_id: string; status: string };
}
