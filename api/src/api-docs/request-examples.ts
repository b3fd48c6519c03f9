/** Example requests of each call with a JSON body. A test ensures that each is valid and none is missing. */
import type { Route } from "../http/route.js";

const NEW_MODEL = { name: "Hardness1", model_type: "REGRESSION", response: "hardness", layers: [{ nodes: [{ algorithm: "XGB" }] }] };
const NEW_BATCH = { mode: "AUTO_REGRESSION", response: "hardness", limit: { models: 10, seconds: 600 } };
const NEW_STEP = { cond: "hardness, lowest first", spec: { type: "sort", by: [{ column: "hardness", order: "asc" }] } };
const NEW_USER = { username: "line3", password: "at least eight characters" };
const COMPARISON = { model_id_list: ["hardness1-x7k2p"] };
const ROWS = { api_token: "the token of the model's API page", data: [{ temperature: 812.5, pressure: 3.1 }] };
const NEW_PASSWORD = { new_password: "at least eight characters", new_password_again: "at least eight characters" };
const IN_DATASET = { dataset_id: "furnace-4f7qd" };
const NEW_TEMPLATE = { name: "Warm furnace, lowest hardness first", ...IN_DATASET };
const ACCOUNT = { is_active: true, model_limit: 20 };

/** Examples by method and path, as in the table of routes. */
export const REQUEST_EXAMPLES: Readonly<Record<string, object>> = {
  "post /accounts/change_password": { current_password: "the present one", ...NEW_PASSWORD },
  "post /accounts/forgot_password": { username: "line3" },
  "post /accounts/login": { username: "line3", password: "at least eight characters" },
  "post /accounts/reset_password/check": { reset_token: "from the link" },
  "post /accounts/reset_password": { reset_token: "from the link", ...NEW_PASSWORD },
  "post /accounts/second_factor": { password: "the present one" },
  "post /accounts/second_factor/confirm": { code: "492039" },
  "post /accounts/second_factor/off": { password: "the present one" },
  "patch /agatha/datasets/:id": { name: "Furnace2" },
  "post /agatha/datasets/:id/automodels": NEW_BATCH,
  "patch /agatha/datasets/:id/automodels/:aid": { cancelled: true },
  "post /agatha/datasets/:id/evaluations": COMPARISON,
  "patch /agatha/datasets/:id/evaluations/:eid": COMPARISON,
  "put /agatha/datasets/:id/evaluations/:eid": COMPARISON,
  "post /agatha/datasets/:id/evaluations/:eid/prepare_upload_data": { name: "test.csv", size: 48213 },
  "patch /agatha/datasets/:id/extraction": { change: "disable" },
  "post /agatha/datasets/:id/extraction": NEW_STEP,
  "post /agatha/datasets/:id/extraction/preview": NEW_STEP,
  "patch /agatha/datasets/:id/extraction/:extId": { enabled: false },
  "put /agatha/datasets/:id/shares/:account": { role: "viewer" },
  "put /agatha/datasets/:id/dashboard": {
    version: 0,
    charts: [{ id: "c1", title: "Hardness by shift", kind: "box", y: "hardness", by: "shift" }],
  },
  "post /agatha/datasets/:id/extraction/template": { template_id: "b41c6e" },
  "post /agatha/datasets/:id/models": NEW_MODEL,
  "patch /agatha/datasets/:id/models/:mid": { name: "Hardness2" },
  "post /agatha/datasets/:id/models/:mid/calcs": { type: "whatif", data: { temperature: 812.5, pressure: 3.1 } },
  "post /agatha/datasets/:id/models/:mid/response_curves": { data: { temperature: 812.5, pressure: 3.1 }, columns: ["temperature"] },
  "post /agatha/datasets/:id/models/:mid/clone": { name: "Hardness1Copy" },
  "post /agatha/datasets/:id/profiling": { use_ext_data: false },
  "post /agatha/datasets/:id/models/:mid/save_to_tukey": { dataset_name: "FurnaceGroups", group_col_name: "group" },
  "post /agatha/datasets/prepare_upload_data": { name: "Furnace", size: 48213, product_type: "quality" },
  "post /agatha/extraction_templates": NEW_TEMPLATE,
  "patch /agatha/openthirdapi/update_extractions": { api_update_list: [{ ...IN_DATASET, api_enabled: true }] },
  "patch /agatha/openthirdapi/update_multi": {
    api_update_list: [{ model_id: "hardness1-x7k2p", api_enabled: true }],
    product_type: "quality",
  },
  "post /agatha/service": {
    origin: "https://recipes.example.com",
    ...IN_DATASET,
    model_id: "hardness1-x7k2p",
    flow: "optimization",
  },
  "patch /agatha/user/update_info": { email: "line3@example.com" },
  "post /agatha/users": NEW_USER,
  "patch /agatha/users/:id": ACCOUNT,
  "post /agatha/users/check": { password: "the present one" },
  "patch /manage_agatha/texts": { edits: { ja: { "layout.area.home": { text: "ホーム", checked: "Home" } } } },
  "patch /backstage/account/update_team_info": { user_id: "b7e0a3", api_enable_mode: "enabled" },
  "post /rest/automodels": { ...IN_DATASET, ...NEW_BATCH },
  "patch /rest/automodels/:id": { cancelled: true },
  "put /rest/automodels/:id": { cancelled: true },
  "patch /rest/datasets/:id": { name: "Furnace2" },
  "put /rest/datasets/:id": { name: "Furnace2" },
  "post /rest/evaluations": { ...IN_DATASET, ...COMPARISON },
  "patch /rest/evaluations/:id": COMPARISON,
  "put /rest/evaluations/:id": COMPARISON,
  "post /rest/extraction_templates": NEW_TEMPLATE,
  "post /rest/extractions": { ...IN_DATASET, ...NEW_STEP },
  "patch /rest/extractions/:id": { enabled: false },
  "put /rest/extractions/:id": { enabled: false },
  "post /rest/models": { ...IN_DATASET, ...NEW_MODEL },
  "patch /rest/models/:id": { name: "Hardness2" },
  "put /rest/models/:id": { name: "Hardness2" },
  "post /rest/users": NEW_USER,
  "patch /rest/users/:id": ACCOUNT,
  "put /rest/users/:id": ACCOUNT,
  "post /tukey/api": ROWS,
  "post /tukey/api/varimp": ROWS,
  "post /tukey/extapi": { token: "the token of the extraction's API page", data: ROWS.data },
  "post /tukey/auto-job": { ...IN_DATASET, ...NEW_BATCH },
};

/** Returns the key of a route in `REQUEST_EXAMPLES`, such as `post /agatha/datasets`. */
export const routeKey = ({ method, path }: Pick<Route, "method" | "path">): string => `${method} ${path}`;
/** Returns an example of the route's JSON body; undefined for routes without one. */
export const requestExample = (route: Route): object | undefined => REQUEST_EXAMPLES[routeKey(route)];
