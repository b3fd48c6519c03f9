import type { KindName, Resource } from "../kinds/index.js";

/** A change of an object's condition, for administrators. */
export interface Transition {
  /** Condition that changed. */
  condition: string;
  warning: boolean;
  /** One CamelCase word. */
  reason: string;
  message: string;
}

/** Records transitions for display beside the object, as Kubernetes Events do. They are for people; programs read the object. */
export interface TransitionRecorder {
  /** Never throws and never waits. A transition that cannot be recorded is dropped. */
  record(resource: Resource<KindName>, transition: Transition): void;
  /** Resolves when no record is pending. */
  close(): Promise<void>;
}
