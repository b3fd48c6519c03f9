/** Candidates of automatic training. These are pure functions: the API validates a request with them, and the operator acts on them. */

import { type AlgorithmName, isForecaster, maxClusterCount, takesKnownAhead } from "../algorithms/index.js";
import type { AutoModelSpec } from "../kinds/auto-model.js";
import { CLUSTER_COUNTS } from "../kinds/auto-model-limits.js";
import type { ModelSpec } from "../kinds/model.js";
import type { ModelType } from "../kinds/model-type.js";
import { algorithmsOfLayer, rowsTakenAs } from "../model-rules/layers.js";
import { type NamedSeries, seriesNameColumns } from "../model-rules/model-inputs.js";
import { isQuick, preferenceOf, slownessOf } from "./algorithm-traits.js";
import { DEFAULTS, type Variant, variantsInTurn } from "./algorithm-variants.js";
import { METHOD_WORDS, type MethodWords } from "./method-words.js";

type Layers = ModelSpec["layers"];

/** Rows from which harmonic regression is tried; over fewer it is not better than the methods that are tried anyway (decision 53). */
const MIN_HARMONIC_ROWS = 300;

interface AutoModelCandidate {
  /** Short label for names: the algorithm, and what distinguishes the candidate from others. */
  label: string;
  /** The method in words, for titles. */
  method: string;
  layers: Layers;
  /** Learns without the columns known ahead. */
  pastAlone?: true;
}

type CandidateSpec = Pick<AutoModelSpec, "mode" | "candidates" | "clusters" | "language"> & {
  /** Whether the logarithm of the response is worth a try. */
  logResponse?: boolean | undefined;
  timeSeries?: (NamedSeries & { time?: string | undefined; knownAhead?: readonly string[] | undefined }) | undefined;
};

/**
 * Returns the candidates in the order of training. They are all algorithms of the type (AUTO_MINIMUM: a few quick ones). For a time
 * series the forecasters come first, and harmonic regression needs many rows. An algorithm with a number of clusters appears once for
 * each number in `clusters` that `nrow` rows allow; every algorithm comes once before any comes again. AUTO_REGRESSION tries variants
 * of some algorithms. The first forecaster that takes columns known ahead appears a second time without them. MANUAL returns the given
 * candidates.
 */
export function autoModelCandidates(
  { mode, candidates = [], clusters, timeSeries, logResponse = false, language = "en" }: CandidateSpec,
  type: ModelType,
  nrow: number,
): AutoModelCandidate[] {
  const words = METHOD_WORDS[language];
  if (mode === "MANUAL") {
    return candidates.map(({ layers }, i) => ({ label: `${labelOf(layers)}${i + 1}`, method: methodOf(layers, words), layers }));
  }
  const able = algorithmsOfLayer(type, { isFirst: true, isLast: true }, rowsTakenAs(timeSeries));
  const names = able.filter((name) => name !== "Harmonic" || nrow >= MIN_HARMONIC_ROWS);
  const sorted = mode === "AUTO_MINIMUM" ? names.filter(isQuick) : sortByPreference(names, timeSeries ? 0 : nrow);
  const tried = seriesNameColumns(timeSeries).length === 0 ? sorted : sorted.sort((a, b) => slownessOf(a) - slownessOf(b));
  // Two clusters are tried of any rows: their training says how many rows it needs.
  const counts = [...new Set(clusters)].filter((count) => count <= Math.max(CLUSTER_COUNTS.min, maxClusterCount(nrow)));
  if (type === "CLUSTERING") {
    return counts.flatMap((count) =>
      tried.map((algorithm) => ({
        label: `${alphanumericOf(algorithm)}${count}`,
        method: words.groups(algorithm, count),
        layers: [{ nodes: [{ algorithm, params: { clusters: count } }] }],
      })),
    );
  }
  const triedTwice = timeSeries?.knownAhead && tried.find((algorithm) => isForecaster(algorithm) && takesKnownAhead(algorithm));
  return tried.flatMap((algorithm): AutoModelCandidate[] => {
    const defaultCandidate: AutoModelCandidate = {
      label: alphanumericOf(algorithm),
      method: algorithm,
      layers: [{ nodes: [{ algorithm }] }],
      ...(timeSeries?.knownAhead && !takesKnownAhead(algorithm) && { pastAlone: true }),
    };
    if (algorithm === triedTwice) {
      const without = {
        ...defaultCandidate,
        label: `${defaultCandidate.label}PastAlone`,
        method: words.pastAlone(algorithm),
        pastAlone: true as const,
      };
      return [defaultCandidate, without];
    }
    if (mode !== "AUTO_REGRESSION") return [defaultCandidate];
    return variantsInTurn(algorithm, { isSeries: timeSeries !== undefined, nrow, logResponse: logResponse && type === "REGRESSION" }).map(
      (variant) => (variant === DEFAULTS ? defaultCandidate : candidateOf(variant, words)),
    );
  });
}

function candidateOf({ algorithm, label, words, params }: Variant, { variants }: MethodWords): AutoModelCandidate {
  return { label, method: variants[words](algorithm), layers: [{ nodes: [{ algorithm, params }] }] };
}

/** Models that AUTO_REGRESSION and AUTO_OCC may create after the candidates: two tuned ones, and twice a mean and a stack. */
const MAX_LATER_MODELS = 6;

/** Returns the largest number of models that an automatic training creates if no limit ends it. */
export function maxModelsOfAutoModel(spec: Parameters<typeof autoModelCandidates>[0], type: ModelType, nrow: number): number {
  const searches = spec.mode === "AUTO_REGRESSION" || spec.mode === "AUTO_OCC";
  return autoModelCandidates({ ...spec, logResponse: true }, type, nrow).length + (searches ? MAX_LATER_MODELS : 0);
}

/**
 * Above this number of rows, networks, support vectors and splines take most of a short time limit. So the forest precedes them, with
 * slow boosting in its turn.
 */
const MANY_ROWS = 5000;

function sortByPreference(names: readonly AlgorithmName[], nrow: number): AlgorithmName[] {
  const isEarlier = (name: AlgorithmName) => name === "RF" && nrow > MANY_ROWS;
  const placeOf = (name: AlgorithmName) => (isEarlier(name) ? preferenceOf(["GLM"]) + 0.5 : preferenceOf([name]));
  return [...names].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Returns the algorithms of the last layer, as letters and digits. */
function labelOf(layers: Layers): string {
  return (layers.at(-1)?.nodes ?? []).map(({ algorithm }) => alphanumericOf(algorithm)).join("");
}

/** Returns the algorithms of each layer, the last one first, as in "GLM on XGB, RF". */
function methodOf(layers: Layers, words: MethodWords): string {
  return layers
    .map(({ nodes }) => words.list(nodes.map(({ algorithm }) => algorithm)))
    .reduce((below, above) => words.stacked(above, below));
}

const alphanumericOf = (text: string): string => text.replace(/[^A-Za-z0-9]/g, "");
