import type { DatasetRole } from "@agatha/contracts/wire";

/** Whether a dataset, or what belongs to it, is somebody else's and shared with the user. */
export function isSharedWithMe<T extends { role: DatasetRole }>(answer: T): answer is T & { role: "viewer" | "editor" } {
  return answer.role === "viewer" || answer.role === "editor";
}
