/**
 * File format of a trained model. The file holds inputs and outputs, the nodes by layer with their encoders, all as JSON, and
 * each node's own bytes. The reader executes nothing and refuses everything unexpected. The same model gives the same bytes.
 */
import {
  ALGORITHM_NAMES,
  type AlgorithmName,
  type ClassDecision,
  calibration,
  conformalInterval,
  falseAlarms,
  modelInput,
  modelType,
  responseLimits,
  rotation,
  seriesPeriod,
} from "@agatha/contracts";
import { z } from "zod";
import { loadRotatedModel } from "../../algorithms/base/rotation.js";
import { findAlgorithm } from "../../algorithms/registry.js";
import { createEncoder } from "../../data/encoding/encoder.js";
import { encoderState } from "../../data/encoding/encoder-state.js";
import type { TextFormats } from "../../data/ingest/cells/text-formats.js";
import type { Table } from "../../data/tables/table.js";
import { sumParts } from "../../data/time-series/hierarchy.js";
import { zeroLevel } from "../../data/time-series/zero-levels.js";
import type { NormalScores } from "../../evaluation/conformal-p-values.js";
import { packSections, type Section, unpackSections } from "../../numeric/sections.js";
import { calendarOf, type Graph, type GraphNode } from "./graph.js";
import { sampleFromSections, sampleSections } from "./training-sample.js";

const FORMAT = "agatha-model";
/** Format version. Raise it when an older program cannot read the file, or when the same training gives different bytes. */
export const ARTIFACT_VERSION = 1;
/** Version of files with a recent level, or with closed days or hours, which older programs would leave out. */
const LATER_VERSION = 2;
/** Version of files with limits of the response, zero levels, or periods without rows that are 0, which older programs would leave out. */
const LATEST_VERSION = 3;

const NORMAL_SCORES = "normal scores";
const NORMAL_WEIGHTS = "normal weights";
const RECONCILIATION_WEIGHTS = "reconciliation weights";

const nodeHeader = z.object({
  id: z.string().regex(/^\d+\.\d+$/),
  algorithm: z.enum(ALGORITHM_NAMES as [AlgorithmName, ...AlgorithmName[]]),
  task: modelType,
  encoder: encoderState,
  rotation: rotation.exclude(["none"]).optional(),
  scores: z.object({ center: z.number(), scale: z.number() }).optional(),
});

const header = z.object({
  format: z.literal(FORMAT),
  version: z.literal([ARTIFACT_VERSION, LATER_VERSION, LATEST_VERSION]),
  type: modelType,
  response: z.string().nullable(),
  labels: z.array(z.string()),
  /** Outlier detection: rows with a higher score are anomalies. */
  threshold: z.number().optional(),
  /** Outlier detection: budget for false alarms. */
  falseAlarms: falseAlarms.optional(),
  /** IANA time zone of times without an offset. */
  timezone: z.string(),
  /** How the file of the training writes its columns. Absent for earlier models. */
  formats: z.object({ decimal: z.enum([".", ","]).optional(), written: z.array(z.tuple([z.string(), z.array(z.string())])) }).optional(),
  inputs: z.array(modelInput),
  /** Regression: least and greatest value of the response in training. Absent for earlier models. */
  responseRange: z.object({ min: z.number(), max: z.number() }).optional(),
  /** Regression: limits within which the answers stay. */
  limits: responseLimits.extend({ last: z.string().optional() }).optional(),
  /** Regression: half width that is added to and subtracted from a prediction. Earlier models have limits of it alone. */
  interval: conformalInterval.pick({ nominal: true, half_width: true, limits: true }).optional(),
  /** Classification: calibration of the algorithms' probabilities. */
  calibration: calibration.pick({ temperature: true, smoothing: true }).optional(),
  /** Classification: costs of wrong answers, a row for each actual class, where the training was given some. */
  errorCosts: z.array(z.array(z.number())).optional(),
  /** Time series: parameters for forecasts of further periods, and half the width of each period's interval. */
  series: z
    .object({
      columns: z.array(z.string()),
      lags: z.int().min(1),
      horizon: z.int().min(1),
      /** Periods without rows after the training are 0, and the values of rows add up. Absent where they are unknown. */
      emptyPeriods: z.literal("zero").optional(),
      halfWidths: z.array(z.number().nullable()),
      /** Least lower bound of an interval, and of forecasters the least forecast: 0 where values reached it and none was below. */
      floor: z.number().optional(),
      /** Periods ahead up to which errors were measured, if not up to the horizon. */
      measured: z.int().min(0).optional(),
      /** Forecasters: the number of the last period whose value is known. Intervals are those of the periods after it. */
      last: z.int().optional(),
      /** Several series: the column that names them, and the unit of each in which half widths count. */
      several: z
        .object({
          column: z.string(),
          names: z.array(z.string()),
          scales: z.array(z.number()),
          /** The floor of each, null without one, where they differ; `floor` is that of all. */
          floors: z.array(z.number().nullable()).optional(),
          /** Models of lags: least and greatest learned response of each; null without any. Absent for earlier models. */
          ranges: z.array(z.object({ min: z.number(), max: z.number() }).nullable()).optional(),
          /** Forecasters: the number of the last period of each. */
          lasts: z.array(z.number()).optional(),
          /** Series with their sums: as in Hierarchy of data/time-series. */
          hierarchy: z
            .object({
              columns: z.array(z.string()),
              series: z.array(z.array(z.string().nullable())),
              nonNegative: z.array(z.boolean()),
            })
            .optional(),
        })
        .optional(),
      /** Columns known ahead. */
      knownAhead: z
        .object({
          time: z.string(),
          columns: z.array(z.string()),
          /** Number of the last period of training of each series. */
          lasts: z.array(z.number()),
          /** Values that the table had of later periods: by series, by column, by period; null where it had none. */
          future: z.array(z.array(z.array(z.number().nullable()))),
          /** Values of the columns at which all responses were 0. Absent for earlier models, and without any. */
          zeroLevels: z.array(zeroLevel).optional(),
        })
        .optional(),
      /** Models of lags: what the period after the last known value of each series is predicted from. */
      next: z
        .object({
          period: seriesPeriod,
          /** Time of the last known value of each series, in milliseconds since the epoch; null without any. */
          times: z.array(z.number().nullable()),
          /** Series whose past is shorter than that of the rows that the model learned from: their errors are not known. */
          shortPast: z.array(z.number()).optional(),
          /** Each lag by series; null where it is not known. */
          lags: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
          /** Inputs proposed from the data: the time column, and the latest values of each series that they are made from, oldest first. */
          proposed: z.object({ time: z.string(), before: z.array(z.array(z.number().nullable())) }).optional(),
        })
        .optional(),
    })
    .optional(),
  /** Models of lags: the level that inputs and response are counted from. */
  level: z
    .object({
      mean: z.string(),
      deviation: z.string(),
      values: z.array(z.string()),
      scaled: z.array(z.string()),
      range: z.tuple([z.number(), z.number()]),
    })
    .optional(),
  layers: z.array(z.array(nodeHeader).min(1)).min(1),
});

export interface TrainedModel
  extends Omit<z.infer<typeof header>, "format" | "version" | "formats" | "layers" | "labels" | "level" | "limits"> {
  graph: Graph;
  /** How the file of the training writes its columns, which is how clients may. Absent for earlier models. */
  formats?: TextFormats;
  /** Outlier detection: scores of held-out rows that are no known anomalies. Absent for earlier models. */
  normalScores?: NormalScores;
  /** Sample of the training rows; columns are the inputs in their order. */
  trainingSample: Table;
  /**
   * Classification: how the answer is chosen. It is no part of the file; without one, the costs of the training decide, else the
   * likeliest class.
   */
  decision?: ClassDecision;
}

/**
 * Returns the bytes of a trained model: a header as JSON, and a section for each node and for its sample of the training data.
 * The same model gives the same bytes.
 */
export function encodeArtifact({ graph, trainingSample, normalScores, formats, ...model }: TrainedModel): Uint8Array {
  const nodes = graph.layers.flat();
  const layers = graph.layers.map((layer) => layer.map(toNodeHeader));
  return packSections({
    // Parsing puts the keys in the schema's order.
    settings: header.parse({
      format: FORMAT,
      version: versionOf(graph, model),
      ...model,
      formats: formats && { ...formats, written: [...(formats.written ?? [])] },
      labels: graph.labels,
      level: graph.level,
      limits: graph.limits,
      layers,
    }),
    arrays: {
      ...Object.fromEntries(nodes.map((node) => [node.id, node.model.save()])),
      ...sampleSections(trainingSample),
      ...(normalScores && { [NORMAL_SCORES]: normalScores.scores }),
      ...(normalScores?.weights && { [NORMAL_WEIGHTS]: normalScores.weights }),
      ...(graph.reconciliation?.weights && { [RECONCILIATION_WEIGHTS]: graph.reconciliation.weights }),
    },
  });
}

function versionOf(graph: Graph, { series }: Pick<TrainedModel, "series">): number {
  if (graph.limits || series?.knownAhead?.zeroLevels || series?.emptyPeriods) return LATEST_VERSION;
  return graph.level || (calendarOf(graph) ?? series?.next)?.period.open ? LATER_VERSION : ARTIFACT_VERSION;
}

function toNodeHeader({ encoder, model: _model, ...node }: GraphNode): z.infer<typeof nodeHeader> {
  return { ...node, encoder: encoder.state };
}

function normalScoresOf(arrays: Record<string, Section>): NormalScores | undefined {
  const [scores, weights] = [arrays[NORMAL_SCORES], arrays[NORMAL_WEIGHTS]];
  return scores instanceof Float64Array ? { scores, ...(weights instanceof Float64Array && { weights }) } : undefined;
}

function reconciliationOf(series: TrainedModel["series"], arrays: Record<string, Section>): Pick<Graph, "reconciliation"> {
  const hierarchy = series?.several?.hierarchy;
  const weights = arrays[RECONCILIATION_WEIGHTS];
  if (!hierarchy) return {};
  const { nonNegative } = hierarchy;
  return { reconciliation: { parts: sumParts(hierarchy), nonNegative, ...(weights instanceof Float64Array && { weights }) } };
}

/** Decodes a model. Throws an Error that names the cause when the bytes are no model, are damaged, or come from a newer version. */
export function decodeArtifact(bytes: Uint8Array): TrainedModel {
  const { settings, arrays } = unpackSections(bytes);
  const parsed = header.safeParse(settings);
  if (!parsed.success) throw new Error(`The model file cannot be read by this version: ${z.prettifyError(parsed.error)}`);
  const { format: _format, version: _version, formats, layers, labels, level, limits, ...model } = parsed.data;
  const loaded = layers.map((layer) =>
    layer.map(({ encoder, ...node }): GraphNode => {
      const algorithm = findAlgorithm(node.algorithm);
      const saved = arrays[node.id];
      if (!algorithm || !(saved instanceof Uint8Array))
        throw new Error(`The model file is damaged: it lacks the algorithm of node ${node.id}`);
      return {
        ...node,
        encoder: createEncoder(encoder),
        model: node.rotation ? loadRotatedModel(saved, algorithm) : algorithm.load(saved),
      };
    }),
  );
  const trainingSample = sampleFromSections(arrays, model.inputs);
  const { errorCosts: costs, series } = model;
  const graph: Graph = { layers: loaded, labels, ...(level && { level }), ...(limits && { limits }), ...reconciliationOf(series, arrays) };
  const floors = series && calendarOf(graph) && (series.several?.floors ?? new Array(series.several?.names.length ?? 1).fill(series.floor));
  return {
    ...model,
    ...(formats && { formats: { ...formats, written: new Map(formats.written) } }),
    graph: floors ? { ...graph, floors, zeroLevels: series.knownAhead?.zeroLevels } : graph,
    trainingSample,
    normalScores: normalScoresOf(arrays),
    ...(costs && { decision: { labels, costs } }),
  };
}
