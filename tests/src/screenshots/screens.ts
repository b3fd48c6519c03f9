import type { PreparedCars, PreparedProduct } from "./prepare.js";

/** Returns the address of a screen of a dataset, below the base path. */
const screenOf =
  (datasetID: string) =>
  (path: string, values: Record<string, string>): string =>
    `analysis/${path}?${new URLSearchParams({ datasetID, p: "quality", ...values })}`;

/** Screens of the cars and of the whole product by name, each with its address below the base path. */
export function screensOfCars({ person, ...made }: PreparedCars) {
  const { cars, later, regression, classes, outliers, groups, comparison, search, batch } = made;
  const of = screenOf(cars.id);
  const model = (modelID: string, tab: string) => of("fitting", { modelID, tab });
  return {
    home: "home",
    datasets: "analysis/upload/quality",
    dataset: of("dataset", {}),
    exploration: of("exploration", {}),
    "new-model": of("fitting", { modelID: "new" }),
    model: model(regression.id, "figures"),
    "model-classes": model(classes.id, "figures"),
    "model-outliers": model(outliers.id, "figures"),
    "model-groups": model(groups.id, "figures"),
    models: of("fitting", {}),
    "what-if": model(regression.id, "whatIf"),
    optimization: model(regression.id, "optimization"),
    "optimization-result": of("fitting", { modelID: regression.id, tab: "optimization", calcID: search.id }),
    batch: model(regression.id, "batch"),
    "batch-result": of("fitting", { modelID: regression.id, tab: "batch", calcID: batch.id }),
    structure: model(regression.id, "structure"),
    api: model(regression.id, "api"),
    comparison: of("evaluation", { evaluationID: comparison }),
    "new-comparison": of("evaluation", { evaluationID: "new" }),
    "no-models": of("fitting", { datasetID: later.id }),
    "no-steps": of("exploration", { datasetID: later.id }),
    trash: "trash",
    account: "account/settings",
    contract: "account/contract",
    management: "management/model",
    "api-switches": "management/model/edit-model",
    people: "management/people",
    "new-person": "management/people/new",
    person: `management/people/${person.id}`,
    audit: "management/audit",
    texts: "i18n",
    guide: "guide/first-model",
  } as const;
}

/** All screens. */
export function screensOf(product: PreparedProduct) {
  const { cars, training, jobs, forecast, weather, anomalies } = product;
  const of = screenOf(cars.id);
  const seriesModel = (datasetID: string, p: string, modelID: string) => of("fitting", { datasetID, p, modelID, tab: "figures" });
  return {
    ...screensOfCars(product),
    forecast: seriesModel(jobs.id, "timeseries", forecast.id),
    "series-outliers": seriesModel(weather.id, "occ", anomalies.id),
    "new-forecast": of("fitting", { datasetID: jobs.id, p: "timeseries", modelID: "new" }),
    "automatic-training": of("fitting", { autoModelID: training }),
  } as const;
}

/** Parts of long screens: the screen, and the element that is scrolled to the top. */
export const PARTS = {
  "class-decision": ["model-classes", "#decision"],
  "forecast-chart": ["forecast", ".MuiPaper-root:has(figure) >> nth=0"],
  "series-outliers-chart": ["series-outliers", "figure >> nth=1"],
} as const satisfies Record<string, readonly [screen: ScreenName, selector: string]>;
export type ScreenName = keyof ReturnType<typeof screensOf>;
export type PictureName = ScreenName | keyof typeof PARTS;
