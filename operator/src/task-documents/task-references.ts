import { COLLECTIONS, type TaskInput, type TaskKind, type TaskOutput, taskOutputs } from "@agatha/contracts";

const { tables, modelInfos, editSteps } = COLLECTIONS;

/** Returns the ids of the edit steps that a task names. */
export function editStepsOf(input: TaskInput): string[] {
  return namedEditSteps(input).filter((id) => id !== undefined);
}

function namedEditSteps(input: TaskInput): (string | undefined)[] {
  if (input.kind === "train") return [input.model.extraction];
  if (input.kind === "predict") return "table" in input.rows ? [input.rows.extraction?.id] : [];
  if (input.kind === "optimize") return [input.extraction, ...(input.others ?? []).map(({ extraction }) => extraction)];
  return "extraction" in input ? [input.extraction] : [];
}

/** Returns the documents that a task names, as `collection/id`. */
export function documentsReadBy(input: TaskInput): string[] {
  const table = (id: string) => `${tables.name}/${id}`;
  const steps = editStepsOf(input).map((id) => `${editSteps.name}/${id}`);
  switch (input.kind) {
    case "ingest":
      return input.sampleDocument === undefined ? [] : [table(input.sampleDocument)];
    case "check":
      return [table(input.tableDocument)];
    case "profile":
      return [...(input.tableDocument === undefined ? [] : [table(input.tableDocument)]), ...steps];
    case "optimize":
      return steps;
    case "train":
      return [table(input.tableDocument), ...steps];
    case "evaluate": {
      const infos = input.models.map(({ info }) => `${modelInfos.name}/${info}`);
      return [table(input.tableDocument), table(input.trainingDocument), ...steps, ...infos];
    }
    case "predict":
      return "table" in input.rows ? [table(input.rows.tableDocument), ...steps] : [];
  }
}

interface References {
  objects: (string | undefined)[];
  documents: (string | undefined)[];
}

const REFERENCES: { [K in TaskKind]: (output: TaskOutput<K>) => References } = {
  ingest: ({ table, document, check }) => ({ objects: [table.key], documents: [document, check?.document] }),
  check: ({ document }) => ({ objects: [], documents: [document] }),
  profile: ({ report }) => ({ objects: [report.key], documents: [] }),
  train: ({ artifact, predictions, info }) => ({ objects: [artifact.key, predictions], documents: [info] }),
  evaluate: ({ document, models }) => ({ objects: models.map(({ result }) => result), documents: [document] }),
  predict: ({ result }) => ({ objects: [result.key], documents: [] }),
  optimize: ({ result }) => ({ objects: [result.key], documents: [] }),
};

/** Returns the keys of objects and the ids of documents that the output of a task names. Throws if it is not an output of this kind. */
export function referencesOf<K extends TaskKind>(kind: K, output: unknown): { objects: string[]; documents: string[] } {
  const { objects, documents } = REFERENCES[kind](taskOutputs[kind].parse(output) as TaskOutput<K>);
  return { objects: objects.filter((key) => key !== undefined), documents: documents.filter((id) => id !== undefined) };
}
