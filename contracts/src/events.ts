/** Subjects of the event bus and what they carry. Hints only: whoever hears one looks at the resource or document. */
export interface Events {
  /** A trainer is further on with a task; `kind` and `resource` are the kind and name of the object that the task is about. */
  taskProgress: { taskId: string; kind: string; resource: string; fraction: number; step: string };
  /** A trainer has published a task's result. */
  taskFinished: { taskId: string; kind: string; resource: string };
  /** A reconciler has changed a Dataset's phase. */
  datasetChanged: { name: string; owner: string; phase: string };
  /** A reconciler has changed a Model's phase. */
  modelChanged: { name: string; owner: string; phase: string };
  /** A session was ended, or a user disabled: whoever serves it must stop. */
  accessRevoked: { userId: string };
}

export type EventName = keyof Events;

/** Names of the events that a browser hears on the socket, with their payloads (CONTRACT: Live events). */
export interface SocketEvents {
  data_check_result: { dataset_id: string; status: string };
  auto_model_result: { auto_model_id: string; current_model: { id: string; status: string }[]; status: string };
  model_status: { model_id: string; status: string; progress: number };
  calc_result: { calc_id: string; model_id: string; status: string };
}
