/** The largest requests of each route. */
import type { Route } from "@agatha/api/http/route";
import { BODY_LIMITS } from "@agatha/api/json/body-limits";
import { z } from "zod";
import { columnNames, csv, type LargeObjects, LONG_STEP, longRows, MODEL_COLUMNS, WIDE_COLUMNS } from "./fixtures.js";

export interface LargeRequest {
  what: string;
  path: string;
  headers?: Record<string, string>;
  /** Makes the body, which takes long for a large one. */
  body?(): RequestInit["body"];
  /** Whether it has to be answered without an error, so that what is large is really done. */
  isValid?: boolean;
}

type Has = LargeObjects;
const ROWS = 10_000;
const EXPLAINED_ROWS = 10;
const LAYERS = [{ nodes: Array.from({ length: 10 }, () => ({ algorithm: "XGB", columns: columnNames(WIDE_COLUMNS) })) }];

function form(name: string, content: string, fields: Record<string, string> = {}): FormData {
  const made = new FormData();
  for (const [field, value] of Object.entries(fields)) made.append(field, value);
  made.append("file", new Blob([content]), name);
  return made;
}

let uploads = 0;
const uniqueName = (): string => `Upload${uploads++}`;
const accounts = (): FormData => form("users.csv", ["username", ...Array.from({ length: 1000 }, () => `import${uploads++}`)].join("\n"));

/** Valid bodies by "METHOD path". Each JSON route also gets lists of the greatest length in each of its fields. */
const BODIES: Record<string, (has: Has) => Record<string, object>> = {
  "PATCH /agatha/datasets/:id": () => ({
    columns: { columns: columnNames(WIDE_COLUMNS).map((name) => ({ name, label: `${name} `.padEnd(400, "x") })) },
  }),
  "POST /agatha/datasets/:id/models": () => ({ layers: { name: uniqueName(), model_type: "REGRESSION", response: "y", layers: LAYERS } }),
  "POST /rest/models": ({ wide }) => ({
    layers: { dataset_id: wide, name: uniqueName(), model_type: "REGRESSION", response: "y", layers: LAYERS },
  }),
  "POST /agatha/datasets/:id/models/:mid/calcs": () => ({
    "a what-if of the most rows": { type: "whatif", data: longRows(ROWS) },
    "a what-if with contributions": { type: "whatif", data: longRows(EXPLAINED_ROWS), explain: true },
    "a batch of the most rows": { type: "batch", data: longRows(ROWS) },
  }),
  "POST /agatha/datasets/:id/models/:mid/response_curves": () => ({
    "the most curves of a wide model": {
      data: Object.fromEntries(columnNames(MODEL_COLUMNS).map((name) => [name, 0.5])),
      columns: columnNames(50),
    },
  }),
  "POST /tukey/api": ({ modelToken }) => ({ rows: { api_token: modelToken, data: longRows(ROWS) } }),
  "POST /tukey/api/varimp": ({ modelToken }) => ({ rows: { api_token: modelToken, data: longRows(EXPLAINED_ROWS) } }),
  "POST /tukey/extapi": ({ editToken }) => ({ rows: { token: editToken, data: longRows(ROWS) } }),
  "POST /agatha/datasets/:id/extraction": () => ({ "a long step": { cond: "x", spec: LONG_STEP } }),
  "PATCH /agatha/datasets/:id/extraction/:extId": () => ({ "a long step": { spec: LONG_STEP } }),
  "POST /agatha/extraction_templates": ({ long }) => ({ "a long step": { name: uniqueName(), dataset_id: long } }),
  "POST /agatha/datasets/:id/extraction/template": ({ template }) => ({ "a long step": { template_id: template } }),
  "PATCH /agatha/openthirdapi/update_multi": () => ({
    models: { api_update_list: Array.from({ length: 100 }, (_, i) => ({ model_id: `copy-model-${i}`, api_enabled: false })) },
  }),
  "PATCH /agatha/openthirdapi/update_extractions": ({ long }) => ({
    datasets: { api_update_list: Array.from({ length: 1000 }, () => ({ dataset_id: long, api_enabled: true })) },
  }),
  "POST /agatha/datasets/:id/models/:mid/save_to_tukey": () => ({ rows: { dataset_name: uniqueName(), group_col_name: "group" } }),
  "POST /agatha/datasets/:id/evaluations": ({ longModel }) => ({ models: { model_id_list: [longModel] } }),
  "POST /agatha/users": () => ({ user: { username: uniqueName(), password: "of eight or more, and rare" } }),
};

const FILES: Record<string, Record<string, () => FormData>> = {
  "POST /agatha/datasets/upload": {
    "the widest table": () => form("wide.csv", csv(200, WIDE_COLUMNS), { name: uniqueName() }),
    "a long table": () => form("long.csv", csv(20_000, 100), { name: uniqueName() }),
    "one long line": () => form("line.csv", `${"x,".repeat(500_000)}\n1\n`, { name: uniqueName() }),
  },
  "POST /agatha/datasets/preview_upload": { "the widest table": () => form("wide.csv", csv(200, WIDE_COLUMNS)) },
  "POST /agatha/datasets/:id/evaluations/:eid/upload": { "a long table": () => form("long.csv", csv(20_000, 100)) },
  "POST /agatha/users/import": { "the most accounts": accounts },
  "POST /agatha/users/import/preview": { "the most accounts": accounts },
};

/** Files that are refused for what is in them. */
const REFUSED_FILES: typeof FILES = {
  "POST /agatha/datasets/upload": {
    "the widest table, with an unnamed column": () =>
      form("wide.csv", csv(200, WIDE_COLUMNS).replace("column_1,", ","), { name: uniqueName() }),
  },
};

const QUERIES: Record<string, (has: Has) => string> = {
  "GET /tukey/download-gzip": ({ long }) => `?dataset_id=${long}`,
  "GET /agatha/datasets/:id/leakage": () => "?response=y&model_type=REGRESSION",
  "GET /agatha/users/check": () => "?username=admin",
  "GET /agatha/datasets/:id/rows": () => "?limit=10000",
  "GET /manage_agatha/audit": () => "?limit=1000",
  "GET /rest/models": () => `?sort=${encodeURIComponent('["name","ASC"]')}`,
  "GET /agatha/datasets/:id/models/:mid/export": () => "?format=onnx",
};

/** Routes whose large body is refused for what is in it; reading it is what counts. */
const REFUSED = new Set([
  "PATCH /agatha/datasets/:id/extraction/:extId",
  "POST /agatha/datasets/:id/extraction/template",
  "PATCH /agatha/openthirdapi/update_extractions",
  "PATCH /agatha/openthirdapi/update_multi",
]);

let deleted = 0;

/** Ids by parameter or by the path's beginning: what is read, and what may be deleted. */
const IDS: [RegExp, (has: Has, path: string) => string, () => string][] = [
  [/^aid|^\/rest\/automodels/, () => "none", () => "none"],
  [/^eid|^\/rest\/evaluations/, (has) => has.evaluation, () => `copy-evaluation-${deleted++}`],
  [/^tid|^\/rest\/extraction_templates/, (has) => has.template, () => `copy-${deleted++}`],
  [/^extId|^\/rest\/extractions/, (has) => has.editStep, () => "none"],
  [/^\/tukey\/api/, (has) => has.prediction, () => "none"],
  [/^\/tukey\/extapi/, (has) => has.editedRows, () => "none"],
  [/^token/, (has) => has.editToken, () => "none"],
  [/^cid|^\/rest\/calculations/, (has) => has.calculation, () => "none"],
  [/^emid/, (has) => has.longModel, () => "none"],
  [/^mid|^\/rest\/models/, modelOf, () => `copy-model-${deleted++}`],
  [/^\/(agatha|rest)\/users/, () => `copy-${deleted++}`, () => `copy-${deleted++}`],
  [/^id/, (has, path) => datasetOf(path, has), () => "none"],
];

function idOf(name: string, { method, path }: Route, has: Has): string {
  const rule = IDS.find(([pattern]) => pattern.test(name)) ?? IDS.find(([pattern]) => pattern.test(path));
  const byPath = IDS.find(([pattern]) => pattern.source.includes("\\/") && pattern.test(path));
  const [, read, remove] = (name === "id" ? byPath : undefined) ?? rule ?? [undefined, () => "none", () => "none"];
  return method === "delete" && !path.endsWith("/api") ? remove() : read(has, path);
}

function modelOf(has: Has, path: string): string {
  if (/cluster_density|save_to_tukey/.test(path)) return has.clusters;
  return usesLong(path) ? has.longModel : has.model;
}

const datasetOf = (path: string, has: Has): string => (usesLong(path) || /cluster_density|save_to_tukey/.test(path) ? has.long : has.wide);
const usesLong = (path: string): boolean => /calcs|preds|evaluations|extraction|download|:mid$|:mid\/api$/.test(path);

/** Returns the requests of a route, made anew at each call. Throws for a route that takes a file and is not in FILES. */
export function largestRequests(route: Route, has: Has): LargeRequest[] {
  const key = `${route.method.toUpperCase()} ${route.path}`;
  const query = QUERIES[key]?.(has) ?? "";
  const path = (): string => `${route.path.slice(1).replace(/:(\w+)/g, (_, name: string) => idOf(name, route, has))}/${query}`;
  if (route.request?.multipart) {
    const files = FILES[key];
    if (!files) throw new Error(`${key} takes a file: name its largest ones in FILES`);
    const requests = (forms: Record<string, () => FormData>, isValid: boolean): LargeRequest[] =>
      Object.entries(forms).map(([what, body]) => ({ what, path: path(), body, isValid }));
    return [...requests(files, true), ...requests(REFUSED_FILES[key] ?? {}, false)];
  }
  if (!route.request?.body) return [{ what: "", path: path() }];
  const headers = { "content-type": "application/json" };
  const json = (what: string, body: () => string): LargeRequest => ({ what, path: path(), headers, body });
  const valid = Object.entries(BODIES[key]?.(has) ?? {}).map(([what, body]) => ({
    ...json(what, () => JSON.stringify(body)),
    isValid: !REFUSED.has(key),
  }));
  const limit = BODY_LIMITS[route.bodyLimit ?? "small"];
  const fill = (field: string, element: string): string => {
    // A list that is no list of rows is refused long before its end, whatever the field is called.
    const bytes = (field === "data" ? limit : Math.min(limit, BODY_LIMITS.list)) - 1000;
    return `{${JSON.stringify(field)}:[${`${element},`.repeat(Math.floor(bytes / (element.length + 1)))}${element}]}`;
  };
  const lists = fieldsOf(route.request.body).flatMap((field) =>
    ["0", "{}"].map((element) => json(`${field}: ${element}`, () => fill(field, element))),
  );
  return [...valid, ...lists];
}

function fieldsOf(body: z.ZodType): string[] {
  if (body instanceof z.ZodObject) return Object.keys(body.shape);
  if (body instanceof z.ZodUnion) return [...new Set(body.options.flatMap((option) => fieldsOf(option as z.ZodType)))];
  return ["data"];
}
