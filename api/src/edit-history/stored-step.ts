import type { EditStepRequest, EditStepSpec, JoinRequest, JoinSpec, Resource, User } from "@agatha/contracts";
import type { ApiDeps } from "../deps.js";

/** Copies the rows that a join adds, so that the step stays as it is whatever becomes of the joined dataset. */
export type CopyJoin = (user: User, dataset: Resource<"Dataset">, request: JoinRequest) => Promise<JoinSpec>;

/** Dependencies of what adds or replaces edit steps. */
export type EditStepDeps = ApiDeps & { copyJoin: CopyJoin };

/** Returns a step as it is stored. Throws what copying a join throws. */
export async function storedStep(
  { copyJoin }: EditStepDeps,
  user: User,
  dataset: Resource<"Dataset">,
  spec: EditStepRequest,
): Promise<EditStepSpec> {
  return spec.type === "join" ? await copyJoin(user, dataset, spec) : spec;
}
