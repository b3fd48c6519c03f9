import { ERRORS, InvalidInput, type ModelInput, type PredictionResult } from "@agatha/contracts";
import { type ResponseCurvesAnswer, type ResponseCurvesRequest, responseCurvesAnswer, responseCurvesRequest } from "@agatha/contracts/wire";
import { joinResults } from "@agatha/trainer/serving";
import { requireDatasetProduct } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { turn } from "../event-loop/turns.js";
import { defineRoute, type Route } from "../http/route.js";
import { accessibleModel } from "../models/access.js";
import { MODEL_PATH, modelParams } from "../models/routes.js";
import { documentedAs } from "../serving/documented-as.js";
import type { ModelCache } from "../serving/model-cache.js";
import type { ThreadedModel } from "../serving/model-threads.js";
import { predictRows } from "../serving/predict.js";
import { type ClientRecord, parseRecords } from "../serving/records.js";

/** Points of a curve, or levels of a text column. */
const GRID_SIZE = 21;

/** `parseRecords` validates the record. */
const body = responseCurvesRequest.extend({ data: documentedAs(responseCurvesRequest.shape.data) });

/** Route for the predictions of one record while each input in turn takes the values of its training range. Nothing is stored. */
export function responseCurveRoutes(deps: ApiDeps, models: ModelCache): Route[] {
  return [
    defineRoute({
      method: "post",
      path: `${MODEL_PATH}/response_curves`,
      needsLicence: true,
      access: "user",
      summary: "Predictions for a record as one input at a time takes the values of its training range; nothing is stored",
      tag: "Calculations",
      request: { params: modelParams, body },
      responses: { 200: responseCurvesAnswer },
      errors: [ERRORS.datasetNotFound, ERRORS.modelNotFound, ERRORS.modelNotTrained, ERRORS.apiInputInvalid],
      async handler({ params, body: request, user }) {
        const { model, dataset } = await accessibleModel(deps, user, params.id, params.mid);
        await requireDatasetProduct(deps, user, dataset);
        return { body: await responseCurves(await models.get(model), request) };
      },
    }),
  ];
}

type Request = Omit<ResponseCurvesRequest, "data"> & { data?: unknown };

/**
 * Predicts the record, and then the points of one curve after another: other requests run between them. Throws InvalidInput
 * (apiInputInvalid) for an unknown column or class.
 */
async function responseCurves(model: ThreadedModel, { data, columns, label }: Request): Promise<ResponseCurvesAnswer> {
  const inputs = columns.map((name, i) => findInput(model, name, `columns[${i}]`));
  const [record = {}] = await parseRecords([data]);
  const { of, label: shown } = numbersOf(model, await predictRows(model, [record], { forecast: false }), label);
  const curves: ResponseCurvesAnswer["curves"] = [];
  for (const input of inputs) {
    await turn();
    const grid = gridOf(input, record[input.name]);
    const rows = grid.map((value) => ({ ...record, [input.name]: toCell(input, value) }));
    const result = await predictPoints(model, rows);
    const { interval } = result;
    curves.push({ column: input.name, grid, values: numbersOf(model, result, shown).numbers, ...(interval && { intervals: interval }) });
  }
  return { of, ...(shown !== undefined && { label: shown }), curves };
}

/** Predicts each row for itself, also where the model sees the rows of a request together. */
async function predictPoints(model: ThreadedModel, rows: ClientRecord[]): Promise<PredictionResult> {
  if (rows.length === 0) return { value: [] };
  if (!model.rowsTogether) return await predictRows(model, rows, { forecast: false });
  const parts: PredictionResult[] = [];
  for (const row of rows) {
    parts.push(await predictRows(model, [row], { forecast: false }));
    await turn();
  }
  return joinResults(parts);
}

function findInput({ inputs }: ThreadedModel, name: string, path: string): ModelInput {
  const input = inputs.find((one) => one.name === name);
  if (input) return input;
  throw new InvalidInput(ERRORS.apiInputInvalid, { path, message: `"${name}" is no input of the model: name one of its inputs` });
}

/** Returns evenly spaced values over the training range, or the most frequent levels and that of the record. */
function gridOf({ type, min, max, integer, levels }: ModelInput, current: unknown): (number | string)[] {
  if (type === "s") {
    const frequent = levels.slice(0, GRID_SIZE);
    return [...frequent, ...levels.filter((level) => level === current && !frequent.includes(level))];
  }
  if (min === null || max === null) return [];
  const steps = Math.min(GRID_SIZE - 1, integer ? max - min : Number.POSITIVE_INFINITY);
  const values = Array.from({ length: steps }, (_, i) => min + ((max - min) * i) / steps);
  return [...new Set([...(integer ? values.map(Math.round) : values), max])];
}

/** Returns a value of the grid as a client sends it: a time as text, since the digits of a number may be those of a day. */
const toCell = ({ type }: ModelInput, value: number | string): number | string => (type === "d" ? new Date(value).toISOString() : value);

interface PredictedNumbers extends Pick<ResponseCurvesAnswer, "of" | "label"> {
  numbers: (number | null)[];
}

/**
 * Returns the number of each prediction, or a number that stands for it. For classes, it is the probability of one class: by default
 * the class of the first answer, or the first class if there is no such answer.
 */
function numbersOf({ type }: ThreadedModel, { value, prob, score }: PredictionResult, asked?: string): PredictedNumbers {
  if (type === "CLASSIFICATION") {
    const known = Object.keys(prob?.[0] ?? {});
    const label = asked ?? String(value[0] ?? known[0]);
    if (value.length > 0 && !known.includes(label))
      throw new InvalidInput(ERRORS.apiInputInvalid, {
        path: "label",
        message: `"${label}" is no class of the model: ${known.join(", ")}`,
      });
    return { of: "probability", label, numbers: value.map((_, row) => prob?.[row]?.[label] ?? null) };
  }
  if (type === "OCC") return { of: "score", numbers: score ?? [] };
  const numbers = value.map((one) => (typeof one === "number" ? one : null));
  return { of: type === "CLUSTERING" ? "cluster" : "value", numbers };
}
