/** Layers of a model draft: one to three layers of nodes, of which the last layer predicts. Pure. */
import type { ModelNode, ModelType } from "@agatha/contracts";
import { type AlgorithmName, defaultAlgorithm } from "@agatha/contracts/algorithms/index";
import { algorithmsOfLayer, type RowsAs, taskInLayer } from "@agatha/contracts/model-rules/layers";

export type Rotation = NonNullable<ModelNode["rotation"]>;
export const ROTATIONS = ["none", "pca", "dobin"] as const satisfies readonly Rotation[];

export interface NodeDraft {
  /** `n1`, `n2`, …; stays the same when the node is moved. */
  id: string;
  /** Null: the default algorithm. */
  algorithm: AlgorithmName | null;
  /** As entered, by name. */
  parameters: Readonly<Record<string, string>>;
  /** Null: the model's columns. */
  columns: readonly string[] | null;
  /** Change of basis before an outlier detector. Other methods have none. */
  rotation: Rotation;
}

export type Layers = readonly (readonly NodeDraft[])[];

/** Bound of the server. */
export const MAX_LAYERS = 3;
export const MAX_NODES_PER_LAYER = 10;

/** Default second layer of a supervised model: it weights the first layer's predictions and is fast. */
const DEFAULT_META_LEARNER: AlgorithmName = "GLM";

const defaultNode = (id: string): NodeDraft => ({ id, algorithm: null, parameters: {}, columns: null, rotation: "none" });

/** Default layers: one method. */
export const DEFAULT_LAYERS: Layers = [[defaultNode("n1")]];

/** Position of a node. */
export interface NodePosition {
  node: NodeDraft;
  /** Starts at 0. */
  layer: number;
  isLastLayer: boolean;
}

/** In reading order. */
export function nodePositions(layers: Layers): NodePosition[] {
  return layers.flatMap((nodes, layer) => nodes.map((node) => ({ node, layer, isLastLayer: layer === layers.length - 1 })));
}

/** Algorithms that a node of the layer can use in a model of this type. */
export function algorithmsAt(
  { layer, isLastLayer }: Pick<NodePosition, "layer" | "isLastLayer">,
  type: ModelType,
  rowsAs: RowsAs = "rows",
): AlgorithmName[] {
  return algorithmsOfLayer(type, { isFirst: layer === 0, isLast: isLastLayer }, rowsAs);
}

/** Returns the chosen algorithm if it fits its position, otherwise the default of the type if that fits, or else the first that does. */
export function algorithmAt(position: NodePosition, type: ModelType, rowsAs: RowsAs = "rows"): AlgorithmName {
  const offered = algorithmsAt(position, type, rowsAs);
  const { algorithm } = position.node;
  if (algorithm !== null && offered.includes(algorithm)) return algorithm;
  const usual =
    position.layer > 0 && (type === "REGRESSION" || type === "CLASSIFICATION")
      ? DEFAULT_META_LEARNER
      : defaultAlgorithm(type, rowsAs === "rows" ? undefined : { hasSums: rowsAs === "sums" });
  return offered.includes(usual) ? usual : (offered[0] ?? usual);
}

/** Returns true if the node detects outliers at its position. */
export function isOutlierDetector(position: NodePosition, type: ModelType): boolean {
  return taskInLayer(algorithmAt(position, type), type, position.isLastLayer) === "OCC";
}

/**
 * Returns true if the layer can take another method. Clusters of several methods cannot be averaged, so only one method predicts
 * them.
 */
export function canAddNode(layers: Layers, layer: number, type: ModelType): boolean {
  const answering = layer === layers.length - 1;
  return (layers[layer]?.length ?? 0) < (type === "CLUSTERING" && answering ? 1 : MAX_NODES_PER_LAYER);
}

/** Adds a last layer with one default node; returns the same layers if there are as many as allowed. */
export function addLayer(layers: Layers): Layers {
  return layers.length < MAX_LAYERS ? [...layers, [defaultNode(nextNodeId(layers))]] : layers;
}

/** Removes a layer, except the only one. */
export function removeLayer(layers: Layers, layer: number): Layers {
  return layers.length > 1 ? layers.filter((_nodes, index) => index !== layer) : layers;
}

/** Replaces this layer by one method with its defaults. */
export function resetLayer(layers: Layers, layer: number): Layers {
  const id = nextNodeId(layers);
  return layers.map((nodes, index) => (index === layer ? [defaultNode(id)] : nodes));
}

/** Adds a method that the layer does not have yet: the default one, or the next in the order of the methods. */
export function addNode(layers: Layers, layer: number, type: ModelType): Layers {
  const place = { layer, isLastLayer: layer === layers.length - 1 };
  const added = defaultNode(nextNodeId(layers));
  const used = (layers[layer] ?? []).map((node) => algorithmAt({ node, ...place }, type));
  const offered = [algorithmAt({ node: added, ...place }, type), ...algorithmsAt(place, type)];
  const algorithm = offered.find((name) => !used.includes(name)) ?? null;
  return layers.map((nodes, index) => (index === layer ? [...nodes, { ...added, algorithm }] : nodes));
}

/** Removes a node, except the only one of its layer. */
export function removeNode(layers: Layers, id: string): Layers {
  return layers.map((nodes) => (nodes.length > 1 ? nodes.filter((node) => node.id !== id) : nodes));
}

/** Returns the layers with the changed node in the place of the one with its id. */
export function replaceNode(layers: Layers, changed: NodeDraft): Layers {
  return layers.map((nodes) => nodes.map((node) => (node.id === changed.id ? changed : node)));
}

/** Returns true if the layers are those of a new model. */
export function isDefaultLayers(layers: Layers): boolean {
  const [first] = layers[0] ?? [];
  const alone = nodePositions(layers).length === 1;
  if (!alone || first === undefined || Object.keys(first.parameters).length > 0) return false;
  return first.algorithm === null && first.columns === null && first.rotation === "none";
}

/** Returns an id that no remaining node uses. */
function nextNodeId(layers: Layers): string {
  const existingNames = nodePositions(layers).map(({ node }) => Number(node.id.slice(1)));
  return `n${Math.max(0, ...existingNames) + 1}`;
}
