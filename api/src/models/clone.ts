/** Clones of models: the same recipe again, on the same dataset or on another one. */
import {
  costsOfClasses,
  ERRORS,
  type ErrorCosts,
  type EveryField,
  InvalidInput,
  knownClasses,
  lagName,
  NAME_LENGTH,
  nameBeside,
  namedColumns,
  type Problem,
  type Resource,
  semilabelProblem,
  seriesNameColumns,
  type TableColumn,
  TITLE_LENGTH,
  titleOf,
  truncateTitle,
  type User,
  withTunedParams,
} from "@agatha/contracts";
import { type CloneRequest, type Language, optionsToRequest } from "@agatha/contracts/wire";
import { accessibleDataset } from "../datasets/access.js";
import type { ApiDeps } from "../deps.js";
import { columnsAfterSnapshot, copySnapshot } from "../edit-history/step-snapshots.js";
import { loadModelInfo } from "../serving/trained-model.js";
import type { ModelInDataset } from "./access.js";
import { createModel, type NewModelRequest, readyColumns } from "./create.js";

type CloneDeps = Pick<ApiDeps, "resources" | "documents" | "objects" | "clock" | "logger">;

/**
 * Creates a model with the recipe of another one, including its seed. On the same dataset it stores the other model's digest: the
 * same version trains the same bytes. On another dataset it learns from the same columns. Throws InvalidInput (columnName) with
 * each column that is missing or of another type there, and what createModel throws.
 */
export async function cloneModel(
  deps: CloneDeps,
  user: User,
  { model, dataset }: ModelInDataset,
  { dataset_id = dataset.metadata.name, name, title, language = "en" }: CloneRequest,
): Promise<Resource<"Model">> {
  const { spec, status, metadata } = model;
  const moved = dataset_id !== dataset.metadata.name;
  const target = moved ? await accessibleDataset(deps, user, dataset_id) : dataset;
  const columns = moved ? await trainedColumns(deps, model) : spec.columns;
  if (moved) await ensureSameColumns(deps, { spec: { ...spec, columns } }, { from: dataset, to: target });
  const { leaveOutLeaks, resources } = spec;
  const extraction = moved && spec.extraction !== undefined ? await copySnapshot(deps, target, spec.extraction) : spec.extraction;
  // References never leave a namespace.
  const isSameNamespace = nameBeside(target.metadata.name, "") === nameBeside(metadata.name, "");
  const sha256 = !moved && status?.phase === "success" ? status.artifact?.sha256 : undefined;
  const wanted: EveryField<Omit<NewModelRequest, "use_extraction" | "resources">> = {
    ...(await namesOfClone(deps, dataset_id, spec, { name, title, language })),
    model_type: spec.type,
    response: spec.response,
    columns,
    ...(await recipeToRepeat(deps, model, moved)),
    time_series_params: spec.timeSeries,
    ...optionsToRequest(spec),
    ...(moved && { anomaly_value: await anomalyValueThere(deps, model, target) }),
    error_costs: moved ? await costsThere(deps, spec, target) : spec.errorCosts,
    seed: spec.seed,
    validation: spec.validation,
    inherited: {
      leaveOutLeaks,
      extraction,
      resources,
      ...(isSameNamespace && { cloneOf: { model: metadata.name, ...(sha256 && { sha256 }) } }),
    },
  };
  return await createModel(deps, user, dataset_id, wanted);
}

/**
 * Returns the recipe. On the same dataset a search is not repeated, because a search with a time limit may find something else
 * each time: the recipe has the settings that it found. It is repeated on other rows, and if each fold had searched for its own
 * settings.
 */
async function recipeToRepeat(
  deps: CloneDeps,
  model: Resource<"Model">,
  moved: boolean,
): Promise<EveryField<Pick<NewModelRequest, "layers" | "tuning">>> {
  const { layers, tuning } = model.spec;
  if (!tuning || moved || model.status?.phase !== "success") return { layers, tuning };
  const { info } = await loadModelInfo(deps, model);
  const found = info.validation.method === "holdout" ? info.tuning : undefined;
  return found ? { layers: withTunedParams(layers, found.settings), tuning: undefined } : { layers, tuning };
}

/**
 * Returns the value that marks known anomalies: that of the training where nobody chose one, since other rows may suggest another.
 * Throws InvalidInput (semilabelColumn) if each of several values marked one, and the column leaves too few other rows for that there.
 */
async function anomalyValueThere(deps: CloneDeps, model: Resource<"Model">, target: Resource<"Dataset">): Promise<string | undefined> {
  const { semilabel, anomalyValue, extraction } = model.spec;
  if (semilabel === undefined || anomalyValue !== undefined || model.status?.phase !== "success") return anomalyValue;
  const { value, kinds = 0 } = (await loadModelInfo(deps, model)).info.outlier?.labels ?? {};
  if (value !== undefined || kinds < 2) return value;
  const column = (await columnsAfterSnapshot(deps, await readyColumns(deps, target), extraction)).get(semilabel);
  const problem = column && semilabelProblem(column, null);
  if (problem === undefined) return undefined;
  const message = `Each value of ${JSON.stringify(semilabel)} marked an anomaly in the training. In ${titleOf(target)} it ${problem}, or make a model there that names its value (anomaly_value)`;
  throw new InvalidInput(ERRORS.semilabelColumn, { path: "semilabel", message });
}

/** Returns the costs of wrong answers without weights of classes that the dataset is known not to have. */
async function costsThere(
  deps: CloneDeps,
  { errorCosts, response = "", extraction }: Resource<"Model">["spec"],
  target: Resource<"Dataset">,
): Promise<ErrorCosts | undefined> {
  if (!errorCosts) return undefined;
  const columns = await columnsAfterSnapshot(deps, await readyColumns(deps, target), extraction);
  const classes = knownClasses(columns.get(response));
  return classes ? costsOfClasses(errorCosts, classes) : errorCosts;
}

/** Returns the model's input columns. A recipe for all usable columns means those that were usable, so that the inputs stay the same. */
async function trainedColumns(deps: CloneDeps, model: Resource<"Model">): Promise<string[] | undefined> {
  const { columns, response, timeSeries, type } = model.spec;
  if (columns || model.status?.phase !== "success") return columns;
  const names = (await loadModelInfo(deps, model)).info.inputs.map(({ name }) => name);
  if (!timeSeries) return names;
  if (type === "OCC") {
    const others = [timeSeries.time, ...seriesNameColumns(timeSeries)];
    return names.filter((name) => !others.includes(name));
  }
  const ending = lagName("", 1);
  return names
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .filter((name) => name !== response);
}

const TYPE_LABELS: Record<TableColumn["type"], string> = { n: "numbers", s: "text", d: "times" };

async function ensureSameColumns(
  deps: CloneDeps,
  { spec }: Pick<Resource<"Model">, "spec">,
  { from, to }: { from: Resource<"Dataset">; to: Resource<"Dataset"> },
): Promise<void> {
  const [before, now] = await Promise.all(
    [from, to].map(async (dataset) => columnsAfterSnapshot(deps, await readyColumns(deps, dataset), spec.extraction)),
  );
  const needed = namedColumns(spec);
  const problems = [...needed].flatMap((column): Problem[] => {
    const path = `columns.${column}`;
    const { type: is, stats } = now?.get(column) ?? {};
    const was = before?.get(column)?.type;
    if (!is)
      return [
        {
          path,
          message: missingColumn(
            to,
            column,
            [...(now?.keys() ?? [])].filter((name) => !needed.has(name)),
          ),
        },
      ];
    if (was === undefined || was === is) return [];
    // A column without values is of text, whatever it was meant for.
    if (stats?.unique === 0) return [{ path, message: `${JSON.stringify(column)} has no value in any row of the dataset: fill it` }];
    return [
      {
        path,
        message: `${JSON.stringify(column)} is of ${TYPE_LABELS[is]}, and the model learned from ${TYPE_LABELS[was]}: change its type`,
      },
    ];
  });
  if (problems.length > 0) throw new InvalidInput(ERRORS.columnName, problems);
}

/** Returns what to do about a missing column. One of the dataset's `others` may be the same under a name that is written otherwise. */
function missingColumn(dataset: Resource<"Dataset">, column: string, others: readonly string[]): string {
  const folded = (name: string): string =>
    name
      .normalize("NFKC")
      .toLowerCase()
      .replace(/[\s_.-]+/g, "");
  const renamed = others.find((name) => folded(name) === folded(column));
  const what = renamed === undefined ? "add it" : `name its column ${JSON.stringify(renamed)} so, or add it`;
  return `The dataset ${titleOf(dataset)} has no column ${JSON.stringify(column)}: ${what}`;
}

/**
 * Returns the names of a clone that the request does not give. If the dataset has no model of this name, as another dataset may have
 * none, they are the model's own. Otherwise they are those of a copy.
 */
async function namesOfClone(
  deps: Pick<ApiDeps, "resources">,
  datasetId: string,
  { displayName, title: ownTitle }: Pick<Resource<"Model">["spec"], "displayName" | "title">,
  { name, title, language }: Pick<CloneRequest, "name" | "title"> & { language: Language },
): Promise<EveryField<Pick<NewModelRequest, "name" | "title">>> {
  if (name !== undefined) return { name, title };
  const { items } = await deps.resources.list("Model", { datasetRef: datasetId });
  const taken = new Set(items.map(({ spec }) => spec.displayName));
  if (!taken.has(displayName)) return { name: displayName, title: title ?? ownTitle };
  return { name: availableCopyName(displayName, taken), title: title ?? (ownTitle && copyTitle(ownTitle, language)) };
}

const COPY_ENDINGS: Record<Language, string> = { en: " (copy)", tw: "（複本）", cn: "（副本）", ja: "（コピー）" };

/** Returns the title of a copy: `Oven` gives `Oven (copy)`, also for a copy of a copy, whose names differ. */
function copyTitle(title: string, language: Language): string {
  const before = Object.values(COPY_ENDINGS).find((ending) => title.endsWith(ending)) ?? "";
  const ending = COPY_ENDINGS[language];
  return truncateTitle(title.slice(0, title.length - before.length), TITLE_LENGTH - ending.length) + ending;
}

/** Returns a free name: `Oven` gives `OvenCopy`, then `OvenCopy2`, …, also for a copy of a copy. */
function availableCopyName(name: string, taken: ReadonlySet<string>): string {
  const stem = name.replace(/Copy\d*$/, "") || name;
  for (let number = 1; ; number++) {
    const ending = number === 1 ? "Copy" : `Copy${number}`;
    const copy = stem.slice(0, NAME_LENGTH.max - ending.length) + ending;
    if (!taken.has(copy)) return copy;
  }
}
