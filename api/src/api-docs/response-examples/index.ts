/** Example of each call's successful answer, by schema. Calls with the same answer share an example. */
import { COMPANION_FLOWS, COMPANION_STATES, heldOutPredictions, productType } from "@agatha/contracts";
import * as wire from "@agatha/contracts/wire";
import { z } from "zod";
import * as records from "./accounts-and-datasets.js";
import * as uses from "./evaluations-and-edits.js";
import * as models from "./models.js";

/** Returns a schema with its example. An example that does not match fails to compile. */
const exampleFor = <S extends z.ZodType>(schema: S, example: z.output<S>): [z.ZodType, unknown] => [schema, example];

const RESPONSE_EXAMPLES = new Map<z.ZodType, unknown>([
  exampleFor(wire.id, "x7k2p9"),
  exampleFor(productType, "quality"),
  exampleFor(wire.csrfAnswer, { csrftoken: "sent back in the header X-CSRFToken" }),
  exampleFor(wire.signOnAnswer, { provider: { name: "Company account" }, mails_reset_links: true }),
  exampleFor(wire.userAnswer, records.USER),
  exampleFor(wire.secondFactorSetup, records.SECOND_FACTOR),
  exampleFor(wire.recoveryCodes, { recovery_codes: ["GEZD-GNBV-GY3T-QOJQ"] }),
  exampleFor(wire.sessionAnswer, records.SESSION),
  exampleFor(wire.userIdentity, { id: records.USER_ID, username: "line3", is_active: true }),
  exampleFor(wire.importPreview, { data: [{ username: "line3", email: "line3@example.com", model_limit: 20 }] }),
  exampleFor(wire.resetLinkAnswer, {
    reset_token: "works once",
    link: `${records.BASE_URL}/account/reset#works-once`,
    expires_at: records.UPDATED_AT,
    mailed: true,
  }),
  exampleFor(wire.resetLinkHolder, { username: "line3" }),
  exampleFor(wire.datasetAnswer, records.DATASET),
  exampleFor(wire.sharesAnswer, { data: [{ account: "line4", role: "viewer" }] }),
  exampleFor(wire.trashItem, {
    kind: "model",
    id: "m4b8",
    title: "Hardness",
    dataset_id: records.DATASET_ID,
    dataset_title: "Furnace",
    owner_id: records.USER_ID,
    owner_name: "lab",
    role: "owner",
    deleted_at: records.UPDATED_AT,
    restorable_until: records.UPDATED_AT,
  }),
  exampleFor(wire.filePreview, {
    encoding: "utf-8",
    delimiter: ",",
    decimal: ".",
    sheets: [],
    sheet: null,
    columns: [
      { name: "temperature", type: "n" },
      { name: "grade", type: "s" },
    ],
    rows: [
      [812.5, "A"],
      [798, "B"],
    ],
    problem: null,
  }),
  exampleFor(wire.uploadAnswer, { id: records.DATASET_ID, name: "Furnace", status: "prepare_upload_finish" }),
  exampleFor(wire.rowsAnswer, records.ROWS),
  exampleFor(wire.leakageAnswer, { data: [{ code: "leakage", column: "grade", message: "Tells hardness almost by itself" }] }),
  exampleFor(wire.seriesAnswer, records.SERIES),
  exampleFor(wire.dataCheckAnswer, {
    status: "success",
    check_table: [{ name: "temperature", type: "n", quality: 1, all_na: false, flags: {}, missing: 0, unique: 118 }],
    na_alert: false,
  }),
  exampleFor(wire.profilingAnswer, {
    status: "success",
    report: `${records.BASE_URL}/agatha/datasets/${records.DATASET_ID}/profiling/report/`,
    use_ext_data: false,
    progress: 1,
    reason: null,
    message: null,
  }),
  exampleFor(wire.auditAnswer, records.AUDIT),
  exampleFor(wire.modelAnswer, models.MODEL),
  exampleFor(wire.managedModelAnswer, {
    ...models.MODEL,
    api_calls: 12,
    api_rows: 480,
    api_last_used_at: records.UPDATED_AT,
    api_used: true,
  }),
  exampleFor(wire.modelInfoAnswer, models.INFO),
  exampleFor(wire.modelGraphAnswer, models.GRAPH),
  exampleFor(wire.modelColumnsAnswer, models.COLUMNS),
  exampleFor(wire.modelStudioAnswer, models.STUDIO),
  exampleFor(wire.clusterDensityAnswer, models.DENSITY),
  exampleFor(wire.modelApiAnswer, models.API),
  exampleFor(wire.updateModelApisAnswer, {
    data: [{ model_id: records.MODEL_ID, api_enabled: true, api_update_at: records.UPDATED_AT }],
    refused: [{ model_id: "hardness2-p4v8s", tukey_error: "010603", message: "line3 may have 1 APIs of quality; this would make 2" }],
  }),
  exampleFor(heldOutPredictions, models.HELD_OUT),
  exampleFor(wire.calculationAnswer, models.CALCULATION),
  exampleFor(wire.responseCurvesAnswer, models.RESPONSE_CURVES),
  exampleFor(wire.autoModelAnswer, models.AUTO_MODEL),
  exampleFor(wire.autoJobAnswer, { id: models.AUTO_MODEL.id, status: "fitting_finished", model_id: records.MODEL_ID }),
  exampleFor(wire.createAutoModelAnswer, { id: models.AUTO_MODEL.id, model_type: "REGRESSION", message: null }),
  exampleFor(wire.evaluationAnswer, uses.EVALUATION),
  exampleFor(wire.evaluationByModelAnswer, uses.BY_MODEL),
  exampleFor(wire.evaluationByModelDetail, uses.BY_MODEL_DETAIL),
  exampleFor(wire.editStepAnswer, uses.EDIT_STEP),
  exampleFor(wire.dashboardAnswer, uses.DASHBOARD),
  exampleFor(wire.editTemplateAnswer, uses.TEMPLATE),
  exampleFor(wire.editHistoryApiAnswer, uses.EDIT_HISTORY_API),
  exampleFor(wire.editHistoryApiStates, { data: [uses.EDIT_HISTORY_API_STATE] }),
  exampleFor(wire.editedRowsAnswer, uses.EDITED_ROWS),
  exampleFor(wire.predictionAccepted, { id: "f0d2", link: `${records.BASE_URL}/tukey/api/f0d2/` }),
  exampleFor(wire.predictionAnswer, { data: { status: "success", ...models.PREDICTION } }),
  exampleFor(wire.companionAnswer, {
    main_application_url: `${records.BASE_URL}/`,
    allowed_origins: ["https://recipes.example.com"],
    flows: [...COMPANION_FLOWS],
    states: [...COMPANION_STATES],
  }),
  exampleFor(wire.serviceState, uses.SERVICE_STATE),
  exampleFor(wire.textsAnswer, { texts: { ja: { "layout.area.home": "ホーム" } } }),
  exampleFor(wire.textEditsAnswer, {
    edits: { ja: { "layout.area.home": { text: "ホーム", checked: "Home" } } },
    file: { ja: { "layout.menu": "メニュー" } },
    file_problem: null,
  }),
  exampleFor(wire.helpAnswer, { version: "0.1.0", contact_email: "quality@example.com", contact_url: null }),
]);

const HTML_EXAMPLE = '<!doctype html>\n<html lang="en"><head><title>Furnace</title></head><body>…</body></html>\n';

/** Returns an example of the schema: its own, or one composed from the examples of its parts. Returns undefined if there is none. */
export function responseExample(schema: z.ZodType): unknown {
  if (RESPONSE_EXAMPLES.has(schema)) return RESPONSE_EXAMPLES.get(schema);
  if (schema.meta()?.contentMediaType === "text/html") return HTML_EXAMPLE;
  if (schema instanceof z.ZodArray) return [responseExample(schema.element as z.ZodType)];
  if (schema instanceof z.ZodRecord) return { openapi: "3.1.0" };
  if (!(schema instanceof z.ZodObject)) return undefined;
  const extended = examplesOfParts(schema);
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [name, name in extended ? extended[name] : responseExample(field as z.ZodType)]),
  );
}

/** Returns the examples of the schemas whose fields an object schema contains. */
function examplesOfParts({ shape }: z.ZodObject): Record<string, unknown> {
  const within = [...RESPONSE_EXAMPLES].filter(
    ([each]) => each instanceof z.ZodObject && Object.entries(each.shape).every(([name, field]) => shape[name] === field),
  );
  return Object.assign({}, ...within.map(([, example]) => example)) as Record<string, unknown>;
}
