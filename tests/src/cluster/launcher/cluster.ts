/** A cluster that the product can be installed on. */
export interface Cluster {
  kubeconfig: string;
  /** The program. */
  helm: string;
  /** Values of the chart that this cluster needs. */
  values: object;
  /** Whether addresses of services are reached from this machine: where it is itself a node. */
  nearServices?: boolean;
  /** Brings the images to where its nodes find them. */
  load(): Promise<void>;
  stop(): Promise<void>;
}
