import type { ModelSpec } from "../kinds/model.js";
import type { ModelTuning } from "../results/model-info.js";

type Layers = ModelSpec["layers"];

/** Returns the layers with the settings that a search found. The search names nodes by layer and position from 1: `1.2`. */
export function withTunedParams(layers: Layers, settings: ModelTuning["settings"]): Layers {
  return layers.map((layer, l) => ({
    ...layer,
    nodes: layer.nodes.map((node, n) => {
      const found = settings.find((setting) => setting.node === `${l + 1}.${n + 1}`);
      return found ? { ...node, params: { ...node.params, ...found.params } } : node;
    }),
  }));
}
