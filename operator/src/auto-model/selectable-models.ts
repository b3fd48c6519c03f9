import { type AutoModelTrial, isMarkedDeleted, type Resource } from "@agatha/contracts";

type Members = ReadonlyMap<string, Resource<"Model">>;

/**
 * Returns the entries of the models among which the best is selected: without deleted models, and without those that learned from
 * rows before the dataset's last change of them. If no trained model is left, it returns all. `presentRows` is the fingerprint of
 * the rows that the dataset has now.
 */
export function selectableModels(lines: readonly AutoModelTrial[], members: Members, presentRows: string | undefined): AutoModelTrial[] {
  const present = presentModels(lines, members);
  if (!present.some(isTrained)) return [...lines];
  const earlier = modelsOfEarlierRows(lines, members, presentRows);
  return present.filter((line) => !earlier.includes(line));
}

/** Returns the entries, marked with `earlierRows` where the model learned from rows before the dataset's last change of them. */
export function markEarlierRows(lines: readonly AutoModelTrial[], members: Members, presentRows: string | undefined): AutoModelTrial[] {
  const earlier = modelsOfEarlierRows(lines, members, presentRows);
  return lines.map((line) => {
    const { earlierRows: _before, ...unmarked } = line;
    return earlier.includes(line) ? { ...unmarked, earlierRows: true } : unmarked;
  });
}

/** Returns the entries of the models whose figures are on other rows than those of the newest models. */
function modelsOfEarlierRows(lines: readonly AutoModelTrial[], members: Members, presentRows: string | undefined): AutoModelTrial[] {
  const trained = presentModels(lines, members).filter(isTrained);
  const newest = newestRows(trained, members, presentRows);
  return newest === undefined ? [] : trained.filter(({ name }) => learnedRows(members.get(name)) !== newest);
}

function presentModels(lines: readonly AutoModelTrial[], members: Members): AutoModelTrial[] {
  return lines.filter(({ name }) => {
    const member = members.get(name);
    return member !== undefined && !isMarkedDeleted(member);
  });
}

const isTrained = ({ phase }: AutoModelTrial): boolean => phase === "success";

/** Returns the fingerprint of the rows that a model learned from. That of the table is for models trained before rows had one. */
function learnedRows(model: Resource<"Model"> | undefined): string | undefined {
  return model?.status?.rowsFingerprint ?? model?.status?.datasetFingerprint;
}

/**
 * Returns the fingerprint of the newest rows that a model learned from: the present ones, or else those of the model whose job began
 * last. It is undefined if no model has one.
 */
function newestRows(trained: readonly AutoModelTrial[], members: Members, presentRows: string | undefined): string | undefined {
  const known = trained.flatMap(({ name }) => {
    const model = members.get(name);
    const rows = learnedRows(model);
    return rows === undefined ? [] : [{ rows, startedAt: model?.status?.startedAt ?? "" }];
  });
  if (known.some(({ rows }) => rows === presentRows)) return presentRows;
  return known.sort((a, b) => a.startedAt.localeCompare(b.startedAt)).at(-1)?.rows;
}
