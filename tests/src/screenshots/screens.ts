import type { PreparedProduct } from "./prepare.js";

/** Screens by name, each with its address below the base path. */
export function screensOf({ cars, regression, classes, outliers, groups, comparison }: PreparedProduct) {
  const of = (path: string, values: Record<string, string>) =>
    `analysis/${path}?${new URLSearchParams({ datasetID: cars.id, p: "quality", ...values })}`;
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
    "what-if": model(regression.id, "whatIf"),
    optimization: model(regression.id, "optimization"),
    batch: model(regression.id, "batch"),
    structure: model(regression.id, "structure"),
    api: model(regression.id, "api"),
    comparison: of("evaluation", { evaluationID: comparison }),
    "new-comparison": of("evaluation", { evaluationID: "new" }),
    trash: "trash",
    account: "account/settings",
    contract: "account/contract",
    management: "management/model",
    "api-switches": "management/model/edit-model",
    people: "management/people",
    "new-person": "management/people/new",
    audit: "management/audit",
    texts: "i18n",
    guide: "guide/first-model",
  } as const;
}
export type ScreenName = keyof ReturnType<typeof screensOf>;
