/** What each call answers when it succeeds, by schema: calls that answer the same are shown with the same. */
import { COMPANION_FLOWS, COMPANION_STATES, heldOutPredictions, productType } from "@agatha/contracts";
import * as wire from "@agatha/contracts/wire";
import { z } from "zod";
import * as models from "./models.js";
import * as records from "./records.js";
import * as uses from "./uses.js";

/** An example with the schema that it is of: one that does not fit does not compile. */
const shown = <S extends z.ZodType>(schema: S, example: z.output<S>): [z.ZodType, unknown] => [schema, example];

const EXAMPLES = new Map<z.ZodType, unknown>([
  shown(wire.id, "x7k2p9"),
  shown(productType, "quality"),
  shown(wire.csrfAnswer, { csrftoken: "sent back in the header X-CSRFToken" }),
  shown(wire.userAnswer, records.USER),
  shown(wire.userIdentity, { id: records.USER_ID, username: "line3", is_active: true }),
  shown(wire.resetLinkAnswer, {
    reset_token: "works once",
    link: `${records.PLACE}/#/reset-password?token=works-once`,
    expires_at: records.LATER,
  }),
  shown(wire.datasetAnswer, records.DATASET),
  shown(wire.uploadAnswer, { id: records.DATASET_ID, name: "Furnace", status: "prepare_upload_finish" }),
  shown(wire.rowsAnswer, records.ROWS),
  shown(wire.leakageAnswer, { data: [{ code: "leakage", column: "grade", message: "Tells hardness almost by itself" }] }),
  shown(wire.dataCheckAnswer, {
    status: "success",
    check_table: [{ name: "temperature", type: "n", quality: 1, all_na: false, flags: {}, missing: 0, unique: 118 }],
    na_alert: false,
  }),
  shown(wire.profilingAnswer, {
    status: "success",
    report: `${records.PLACE}/agatha/datasets/${records.DATASET_ID}/profiling/report/`,
    use_ext_data: false,
    progress: 1,
    reason: null,
    message: null,
  }),
  shown(wire.auditAnswer, records.AUDIT),
  shown(wire.modelAnswer, models.MODEL),
  shown(wire.managedModelAnswer, { ...models.MODEL, api_calls: 12, api_rows: 480, api_last_used_at: records.LATER }),
  shown(wire.modelInfoAnswer, models.INFO),
  shown(wire.modelGraphAnswer, models.GRAPH),
  shown(wire.modelColumnsAnswer, models.COLUMNS),
  shown(wire.modelStudioAnswer, models.STUDIO),
  shown(wire.clusterDensityAnswer, models.DENSITY),
  shown(wire.modelApiAnswer, models.API),
  shown(wire.updateMultiAnswer, { data: [{ model_id: records.MODEL_ID, api_enabled: true, api_update_at: records.LATER }] }),
  shown(heldOutPredictions, models.HELD_OUT),
  shown(wire.calculationAnswer, models.CALCULATION),
  shown(wire.autoModelAnswer, models.AUTO_MODEL),
  shown(wire.autoJobAnswer, { id: models.AUTO_MODEL.id, status: "fitting_finished", model_id: records.MODEL_ID }),
  shown(wire.evaluationAnswer, uses.EVALUATION),
  shown(wire.evaluationByModelAnswer, uses.BY_MODEL),
  shown(wire.evaluationByModelDetail, uses.BY_MODEL_DETAIL),
  shown(wire.extractionAnswer, uses.ENTRY),
  shown(wire.templateAnswer, uses.TEMPLATE),
  shown(wire.extractionApiAnswer, uses.ROWS_API),
  shown(wire.extractionApiStates, { data: [uses.ROWS_API_STATE] }),
  shown(wire.extractedRowsAnswer, uses.EXTRACTED),
  shown(wire.openApiAccepted, { id: "f0d2", link: `${records.PLACE}/tukey/api/f0d2/` }),
  shown(wire.openApiAnswer, { data: { status: "success", ...models.PREDICTION } }),
  shown(wire.companionAnswer, {
    main_application_url: `${records.PLACE}/`,
    allowed_origins: ["https://recipes.example.com"],
    flows: [...COMPANION_FLOWS],
    states: [...COMPANION_STATES],
  }),
  shown(wire.serviceState, uses.SERVICE),
]);

const PAGE = '<!doctype html>\n<html lang="en"><head><title>Furnace</title></head><body>…</body></html>\n';

/** An example of what fits the schema: its own, or one put together from those of its parts; undefined where there is none. */
export function exampleOfAnswer(schema: z.ZodType): unknown {
  if (EXAMPLES.has(schema)) return EXAMPLES.get(schema);
  if (schema.meta()?.contentMediaType === "text/html") return PAGE;
  if (schema instanceof z.ZodArray) return [exampleOfAnswer(schema.element as z.ZodType)];
  if (schema instanceof z.ZodRecord) return { openapi: "3.1.0" };
  if (!(schema instanceof z.ZodObject)) return undefined;
  const extended = exampleOfExtended(schema);
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, name in extended ? extended[name] : exampleOfAnswer(field as z.ZodType)]),
  );
}

/** What there is of a schema that has the fields of others and more. */
function exampleOfExtended({ shape }: z.ZodObject): Record<string, unknown> {
  const within = [...EXAMPLES].filter(
    ([each]) => each instanceof z.ZodObject && Object.entries(each.shape).every(([name, field]) => shape[name] === field),
  );
  return Object.assign({}, ...within.map(([, example]) => example)) as Record<string, unknown>;
}
