import { z } from "zod";

const phaseChange = z.object({ name: z.string(), owner: z.string(), phase: z.string() });

/** Subjects of the event bus and what they carry. Hints only: whoever hears one looks at the resource or document. */
export const EVENTS = {
  /** A trainer is further on with a task; `kind` and `resource` are the kind and name of the object that the task is about. */
  taskProgress: z.object({
    taskId: z.string(),
    kind: z.string(),
    resource: z.string(),
    fraction: z.number().min(0).max(1),
    step: z.string(),
  }),
  /** A trainer has published a task's result. */
  taskFinished: z.object({ taskId: z.string(), kind: z.string(), resource: z.string() }),
  /** A reconciler has changed a Dataset's phase. */
  datasetChanged: phaseChange,
  /** A reconciler has changed a Model's phase. */
  modelChanged: phaseChange,
  /** A reconciler has changed a Calculation's phase. */
  calculationChanged: phaseChange.extend({ model: z.string() }),
  /** A reconciler has changed an AutoModel's phase, or what it tells of its models. */
  autoModelChanged: phaseChange.extend({ models: z.array(z.object({ name: z.string(), phase: z.string() })) }),
  /** A session was ended, or a user disabled: whoever serves it must stop. */
  accessRevoked: z.object({ userId: z.string() }),
};

export type EventName = keyof typeof EVENTS;
export type Events = { [E in EventName]: z.infer<(typeof EVENTS)[E]> };

/** Names of the events that a browser hears on the socket, with their payloads (CONTRACT: Live events). */
export interface SocketEvents {
  data_check_result: { dataset_id: string; status: string };
  auto_model_result: { auto_model_id: string; current_model: { id: string; status: string }[]; status: string };
  model_status: { model_id: string; status: string; progress: number };
  calc_result: { calc_id: string; model_id: string; status: string };
}
