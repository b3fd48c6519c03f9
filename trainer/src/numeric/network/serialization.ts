import { packSections, readSections } from "../sections.js";
import type { Network } from "./network.js";
import { shapeOf } from "./shape.js";

interface NetworkState {
  network: Network;
  /** Further settings of the model. */
  settings: Record<string, unknown>;
}

/** Returns the bytes that `deserializeNetwork` reads under the same algorithm. */
export function serializeNetwork(algorithm: string, { network, settings }: NetworkState): Uint8Array {
  return packSections({ settings: { algorithm, ...settings, widths: network.widths }, arrays: { parameters: network.parameters } });
}

/** Throws when the bytes are not a saved model of that algorithm. */
export function deserializeNetwork(algorithm: string, bytes: Uint8Array): NetworkState {
  const { settings, arrays } = readSections(bytes, algorithm, { parameters: Float32Array });
  const { parameters } = arrays;
  const { widths } = settings;
  if (!Array.isArray(widths)) throw new Error(`not a whole ${algorithm} model`);
  const network = { widths: widths.map(Number), parameters };
  if (shapeOf(network.widths).parameterCount !== parameters.length) throw new Error(`not a whole ${algorithm} model`);
  return { network, settings };
}
