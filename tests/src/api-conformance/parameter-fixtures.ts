/** Fixtures for the parameters of each call. */
interface ApiOperation {
  path: string;
  method: string;
}

/** Fixtures of path parameters. The first pattern that matches "method path name" applies. */
const PARAMETER_FIXTURES: readonly [RegExp, string][] = [
  [/^post .*\/models\/\{mid\}\/restore mid$/, "models to restore"],
  [/^post .*\/extraction\/\{extId\}\/restore extId$/, "extractions to restore"],
  [/^post .*\/datasets\/\{id\}\/restore id$/, "datasets to restore"],
  [/\/(cluster_density|save_to_tukey) mid$/, "clusterings"],
  [/^delete .*\/models\/\{mid\} mid$|^delete \/rest\/models\/.* id$/, "models to delete"],
  [/ e?mid$|\/rest\/models\/\{id\} id$/, "models"],
  [/\/download_gzip cid$/, "batches"],
  [/^delete .* cid$/, "calculations to delete"],
  [/ cid$|\/rest\/calculations\/.* id$/, "calculations"],
  [/\/(upload|prepare_upload_data) eid$/, "evaluations to fill"],
  [/\/start eid$/, "evaluations to start"],
  [/^delete .*\{eid\} eid$|^delete \/rest\/evaluations\/.* id$/, "evaluations to delete"],
  [/ eid$|\/rest\/evaluations\/.* id$/, "evaluations"],
  [/^delete .*\{extId\} extId$|^delete \/rest\/extractions\/.* id$/, "extractions to delete"],
  [/ extId$|\/rest\/extractions\/.* id$/, "extractions"],
  [/^delete .* tid$/, "templates to delete"],
  [/ tid$/, "templates"],
  [/^delete .* aid$|^delete \/rest\/automodels\/.* id$/, "automodels to delete"],
  [/ aid$|\/rest\/automodels\/.* id$/, "automodels"],
  [/^delete .*\/users\/\{id\} id$/, "users to delete"],
  [/\/users\/.* id$/, "users"],
  [/ (username|account)$/, "usernames"],
  [/ response$/, "responses"],
  [/\/extapi\/\{token\}\/\{id\} token$/, "row tokens"],
  [/\/varimp\/\{id\} id$/, "importances"],
  [/\/extapi\/.* id$/, "sent rows"],
  [/ \/tukey\/api\/\{id\} id$/, "answers"],
  [/^delete .*\/datasets\/\{id\} id$/, "datasets to delete"],
  [/datasets\/.* id$| dataset_id$/, "datasets"],
];

/** Fixtures of body fields, at any depth. */
export const BODY_FIELD_FIXTURES: Readonly<Record<string, string>> = {
  dataset_id: "datasets",
  model_id: "models",
  model_id_list: "models",
  template_id: "templates",
  user_id: "users",
  response: "responses",
  password: "passwords",
  origin: "origins",
  flow: "flows",
  api_token: "model tokens",
  token: "row tokens",
};

/** Returns undefined for a parameter that names no stored object, such as a limit. */
export function fixtureNameOf({ path, method }: ApiOperation, parameter: string): string | undefined {
  return PARAMETER_FIXTURES.find(([pattern]) => pattern.test(`${method} ${path} ${parameter}`))?.[1];
}
