/** Files in the object store that a spec names, such as uploads. More than one resource may name the same file. */
import type { Resource } from "../kinds/index.js";

/** Returns the key of the file that a resource's spec names, for each kind whose spec may name one. */
export const NAMED_FILES = {
  Dataset: ({ spec }: Resource<"Dataset">) => spec.source.key,
  Evaluation: ({ spec }: Resource<"Evaluation">) => spec.testData?.key,
  Calculation: ({ spec }: Resource<"Calculation">) => spec.rows,
};
type FileKind = keyof typeof NAMED_FILES;
export const FILE_KINDS = Object.keys(NAMED_FILES) as FileKind[];

/** Returns the key of the file that the resource's spec names. */
export function namedFile<K extends FileKind>(resource: Resource<K>): string | undefined {
  const keyOf = NAMED_FILES[resource.kind] as (resource: Resource<K>) => string | undefined;
  return keyOf(resource);
}
