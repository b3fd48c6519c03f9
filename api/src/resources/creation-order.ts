import type { KindName, Resource } from "@agatha/contracts";

type Created = Pick<Resource<KindName>, "metadata">;

/** Orders resources, the oldest first. Names break ties of what was created within one second. */
export const compareCreation = (a: Created, b: Created): number => creationKey(a).localeCompare(creationKey(b));

const creationKey = ({ metadata }: Created): string => `${metadata.creationTimestamp} ${metadata.name}`;
