import type { NodeDraft } from "../layers.js";

/** Returns a method of a layer as it is before anything is chosen for it, but for the changes. */
export function nodeDraft(id: string, change: Partial<NodeDraft> = {}): NodeDraft {
  return { id, algorithm: null, parameters: {}, columns: null, rotation: "none", ...change };
}
