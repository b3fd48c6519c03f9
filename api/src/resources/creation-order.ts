import type { KindName, Resource } from "@agatha/contracts";

type Created = Pick<Resource<KindName>, "metadata">;

/** Compares resources by creation time, oldest first. The name breaks ties between resources created within one second. */
export const compareCreation = (a: Created, b: Created): number => creationKey(a).localeCompare(creationKey(b));

const creationKey = ({ metadata }: Created): string => `${metadata.creationTimestamp} ${metadata.name}`;
