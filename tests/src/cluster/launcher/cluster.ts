/** A cluster on which the product can be installed. */
export interface Cluster {
  kubeconfig: string;
  /** Path of the helm program. */
  helm: string;
  /** Chart values that this cluster needs. */
  values: object;
  /** True if services are reached by their own addresses, because this machine is a node. */
  nearServices?: boolean;
  /** Makes the images available to the nodes. */
  load(): Promise<void>;
  stop(): Promise<void>;
}
