import type { KindName, Resource } from "../kinds/index.js";

/** A step of an object on its way, for those who look after the installation. */
export interface Transition {
  /** The condition that changed. */
  condition: string;
  warning: boolean;
  /** One CamelCase word. */
  reason: string;
  message: string;
}

/** Where transitions are shown beside the object, as Kubernetes' Events are. For people, and never the truth. */
export interface TransitionRecorder {
  /** Never throws and never waits; what cannot be recorded is dropped. */
  record(resource: Resource<KindName>, transition: Transition): void;
  /** Resolves when nothing is on its way any more. */
  close(): Promise<void>;
}
