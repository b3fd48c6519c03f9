/** Candidates of automatic training. These are pure functions: the API validates a request with them, and the operator acts on them. */
import {
  ALGORITHM_NAMES,
  ALGORITHMS,
  type AlgorithmName,
  isForecaster,
  isSeriesDetector,
  MIN_ROWS_PER_CLUSTER,
  type ParamsOf,
  takesKnownAhead,
} from "./algorithms/index.js";
import { ERRORS } from "./error-catalogue.js";
import type { CodedProblem } from "./error-classes.js";
import type { AutoModelSpec } from "./kinds/auto-model.js";
import type { ProductType } from "./kinds/dataset.js";
import type { ModelSpec, ModelType } from "./kinds/model.js";
import { type NamedSeries, seriesNameColumns } from "./model-inputs.js";
import { rankingChoices } from "./ranking.js";
import type { TableColumn } from "./results/table.js";

type Layers = ModelSpec["layers"];
type AutoModelRequest = Pick<AutoModelSpec, "mode" | "type" | "response" | "semilabel" | "candidates" | "rankBy" | "errorCosts"> & {
  timeSeries?: unknown;
};

/** Algorithms that train in moments, for AUTO_MINIMUM. */
const FAST_ALGORITHMS: readonly string[] = [
  "ETS",
  "Theta",
  "SNaive",
  "XGB",
  "GLM",
  "BYS",
  "iForest",
  "PCA",
  "k-means",
] satisfies AlgorithmName[];
/**
 * Order for supervised learning and outlier detection. Algorithms that are usually among the best come first and slow ones last,
 * as time may run out. Unlisted algorithms follow.
 */
const ALGORITHM_ORDER: readonly string[] = [
  ...(["Combination", "ETS", "ARIMA", "Theta", "CES", "Harmonic", "SNaive", "Croston"] satisfies AlgorithmName[]),
  ...(["XGB", "RF", "GLM", "KNN", "SVM", "DNN", "BYS", "GAM", "enet", "GNET"] satisfies AlgorithmName[]),
  ...(["iForest", "OCS", "Dobin", "AENN", "GMM", "PCA", "LOF"] satisfies AlgorithmName[]),
];
/** Forecasters that take long to fit. Of several series, which are fitted one by one, they come last. */
const SLOW_FORECASTERS: readonly string[] = ["CES", "ARIMA", "Harmonic", "Combination"] satisfies AlgorithmName[];
/** Rows from which harmonic regression is tried; over fewer it is not better than the methods that are tried anyway (decision 53). */
const MIN_HARMONIC_ROWS = 300;
/** Boosting with a low learning rate and subsampled rows and columns. It is slower than the defaults and often better. */
const SLOW_LEARNING_PARAMS = { learningRate: 0.05, rounds: 400, subsample: 0.8, columnSample: 0.7 } satisfies Partial<ParamsOf<"XGB">>;
/** Boosting with shallow trees. It learns less of what is true of one group alone, and so errs less on new groups (docs/decisions/89). */
const SHALLOW_PARAMS = { ...SLOW_LEARNING_PARAMS, maxDepth: 2, rounds: 300 } satisfies Partial<ParamsOf<"XGB">>;

/** Name and type of a column. The statistics are absent for a column that edits have changed. */
export type ColumnSummary = Pick<TableColumn, "name" | "type"> & Partial<Pick<TableColumn, "stats">>;

/** Returns the type of the models of an automatic training, or the problem with the request. */
export function autoModelType(
  wanted: AutoModelRequest,
  productType: ProductType,
  columns: readonly ColumnSummary[],
): ModelType | CodedProblem {
  const type = typeOfResponse(wanted, productType, columns);
  const { rankBy, semilabel } = wanted;
  if (typeof type !== "string" || rankBy === undefined) return type;
  const choices = rankingChoices(type, semilabel !== undefined, wanted.timeSeries !== undefined, wanted.errorCosts !== undefined);
  if (choices.includes(rankBy)) return type;
  return { code: ERRORS.badRequest, path: "rank_by", message: `${type} is not ranked by ${rankBy}: choose one of ${choices.join(", ")}` };
}

function typeOfResponse(wanted: AutoModelRequest, productType: ProductType, columns: readonly ColumnSummary[]): ModelType | CodedProblem {
  const { mode, response, type = typeByMode(wanted, productType) } = wanted;
  if (type !== undefined && type !== "REGRESSION" && type !== "CLASSIFICATION") {
    if (response === undefined) return type;
    return { code: ERRORS.responseNotAllowed, path: "response", message: `leave the response out: ${type} has none` };
  }
  if (response === undefined)
    return { code: ERRORS.responseNotFound, path: "response", message: `${mode} needs the column that is to be predicted` };
  const column = columns.find(({ name }) => name === response);
  if (!column) return { code: ERRORS.responseNotFound, path: "response", message: `the dataset has no column ${JSON.stringify(response)}` };
  if (column.type === "d") return { code: ERRORS.responseType, path: "response", message: "a date-time column cannot be predicted" };
  if (type === "REGRESSION" && column.type === "s") {
    return {
      code: ERRORS.responseType,
      path: "response",
      message: "numbers are predicted from a number column: choose one, or CLASSIFICATION",
    };
  }
  return type ?? typeByColumn(column);
}

function typeByMode({ mode, response, semilabel }: AutoModelRequest, productType: ProductType): ModelType | undefined {
  if (mode === "AUTO_OCC") return "OCC";
  if (mode === "AUTO_CLUSTER") return "CLUSTERING";
  if (mode === "AUTO_REGRESSION" || response !== undefined) return undefined;
  return semilabel !== undefined || productType === "occ" ? "OCC" : "CLUSTERING";
}

/** Text is classified, and so is a numeric column with two values, such as 0 and 1. */
function typeByColumn({ type, stats }: ColumnSummary): ModelType {
  return type === "s" || (stats !== undefined && stats.unique <= 2) ? "CLASSIFICATION" : "REGRESSION";
}

/** Number of distinct values up to which a column of numbers may hold classes. */
export const MAX_NUMERIC_CLASSES = 10;

/**
 * Returns what an automatic training takes a numeric response with few values for, and how to choose otherwise; undefined if the
 * request says it or the response leaves no choice.
 */
export function assumedTypeMessage({ type: wanted, response }: AutoModelRequest, type: ModelType, columns: readonly ColumnSummary[]) {
  const column = columns.find(({ name }) => name === response);
  const unique = column?.stats?.unique ?? Number.POSITIVE_INFINITY;
  if (wanted !== undefined || column?.type !== "n" || unique > MAX_NUMERIC_CLASSES) return undefined;
  const [taken, other] = type === "CLASSIFICATION" ? ["classes", "numbers: send REGRESSION"] : ["amounts", "classes: send CLASSIFICATION"];
  return `${column.name} has ${unique} different numbers, which are taken as ${taken}. If they are ${other} as the model_type.`;
}

export interface AutoModelCandidate {
  /** Short label for names: the algorithm, and what distinguishes the candidate from others. */
  label: string;
  /** The method in words, for titles. */
  method: string;
  layers: Layers;
  /** Learns without the columns known ahead. */
  pastAlone?: true;
}

type CandidateSpec = Pick<AutoModelSpec, "mode" | "candidates" | "clusters" | "validation"> & {
  timeSeries?: (NamedSeries & { time?: string | undefined; knownAhead?: readonly string[] | undefined }) | undefined;
};

/**
 * Returns the candidates in the order of training. They are all algorithms of the type (AUTO_MINIMUM: a few quick ones), for a
 * time series the forecasters first, harmonic regression only of many rows. An algorithm with a number of clusters appears once for each number in `clusters` that `nrow`
 * rows allow; every algorithm comes once before any comes again. Boosting appears a second time with a low learning rate, and where
 * whole groups may be held out a third time with shallow trees. The first forecaster that takes columns known ahead appears a
 * second time without them. MANUAL returns the given candidates.
 */
export function autoModelCandidates(
  { mode, candidates = [], clusters, timeSeries, validation }: CandidateSpec,
  type: ModelType,
  nrow: number,
): AutoModelCandidate[] {
  if (mode === "MANUAL") {
    return candidates.map(({ layers }, i) => ({ label: `${labelOf(layers)}${i + 1}`, method: methodOf(layers), layers }));
  }
  const usual = ALGORITHM_NAMES.filter((name) => name !== "Harmonic" || nrow >= MIN_HARMONIC_ROWS);
  const names = usual.filter((name) =>
    type === "OCC" && timeSeries
      ? isSeriesDetector(name)
      : (timeSeries && isForecaster(name)) ||
        // Sums are forecast by forecasters.
        (!timeSeries?.hierarchy && (ALGORITHMS[name].modelTypes as readonly ModelType[]).includes(type)),
  );
  const sorted = mode === "AUTO_MINIMUM" ? names.filter((name) => FAST_ALGORITHMS.includes(name)) : sortByAlgorithmOrder(names);
  const tried =
    seriesNameColumns(timeSeries).length === 0 ? sorted : sorted.sort((a, b) => SLOW_FORECASTERS.indexOf(a) - SLOW_FORECASTERS.indexOf(b));
  const counts = [...new Set(clusters)].filter((count) => count <= Math.max(2, Math.floor(nrow / MIN_ROWS_PER_CLUSTER)));
  if (type === "CLUSTERING") {
    return counts.flatMap((count) =>
      tried.map((algorithm) => ({
        label: `${alphanumericOf(algorithm)}${count}`,
        method: `${algorithm}, ${count} groups`,
        layers: [{ nodes: [{ algorithm, params: { clusters: count } }] }],
      })),
    );
  }
  const triedTwice = timeSeries?.knownAhead && tried.find((algorithm) => isForecaster(algorithm) && takesKnownAhead(algorithm));
  const mayHoldOutGroups = !timeSeries && ["auto", "groups"].includes(validation?.rows ?? "auto");
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
        method: `${algorithm}, past alone`,
        pastAlone: true as const,
      };
      return [defaultCandidate, without];
    }
    if (algorithm === "XGB" && mode === "AUTO_REGRESSION") {
      const slow = { label: "XGBPatient", method: `${algorithm}, slow learning`, layers: layersOf(algorithm, SLOW_LEARNING_PARAMS) };
      const shallow = { label: "XGBShallow", method: `${algorithm}, shallow trees`, layers: layersOf(algorithm, SHALLOW_PARAMS) };
      return mayHoldOutGroups ? [defaultCandidate, slow, shallow] : [defaultCandidate, slow];
    }
    return [defaultCandidate];
  });
}

/** Models that AUTO_REGRESSION and AUTO_OCC may create after the candidates: two tuned ones, and twice a mean and a stack. */
const MAX_LATER_MODELS = 6;

/** Returns the largest number of models that an automatic training creates if no limit ends it. */
export function maxModelsOfAutoModel(spec: Parameters<typeof autoModelCandidates>[0], type: ModelType, nrow: number): number {
  const searches = spec.mode === "AUTO_REGRESSION" || spec.mode === "AUTO_OCC";
  return autoModelCandidates(spec, type, nrow).length + (searches ? MAX_LATER_MODELS : 0);
}

function sortByAlgorithmOrder(names: readonly AlgorithmName[]): AlgorithmName[] {
  const rank = (name: string) => (ALGORITHM_ORDER.includes(name) ? ALGORITHM_ORDER.indexOf(name) : ALGORITHM_ORDER.length);
  return [...names].sort((a, b) => rank(a) - rank(b));
}

const layersOf = (algorithm: AlgorithmName, params: Partial<ParamsOf<"XGB">>): Layers => [{ nodes: [{ algorithm, params }] }];

/** Returns the algorithms of the last layer, as letters and digits. */
function labelOf(layers: Layers): string {
  return (layers.at(-1)?.nodes ?? []).map(({ algorithm }) => alphanumericOf(algorithm)).join("");
}

/** Returns the algorithms of each layer, the last one first, as in "GLM on XGB, RF". */
function methodOf(layers: Layers): string {
  return [...layers]
    .reverse()
    .map(({ nodes }) => nodes.map(({ algorithm }) => algorithm).join(", "))
    .join(" on ");
}

const alphanumericOf = (text: string): string => text.replace(/[^A-Za-z0-9]/g, "");
