import { type AutoModelTrial, heldOutKey, isMarkedDeleted, type Resource } from "@agatha/contracts";

type Members = ReadonlyMap<string, Resource<"Model">>;

/**
 * Returns the entries of the models among which the best is selected: without deleted models, and without those whose figures are on
 * other rows. If no trained model is left, it returns all. `presentRows` is the fingerprint of the rows that the dataset has now.
 */
export function selectableModels(lines: readonly AutoModelTrial[], members: Members, presentRows: string | undefined): AutoModelTrial[] {
  const present = presentModels(lines, members);
  if (!present.some(isTrained)) return [...lines];
  const incomparable = incomparableModels(lines, members, presentRows);
  return present.filter((line) => !incomparable.includes(line));
}

/** Returns the entries, marked with `earlierRows` where the model's figures are on other rows. */
export function markIncomparable(lines: readonly AutoModelTrial[], members: Members, presentRows: string | undefined): AutoModelTrial[] {
  const incomparable = incomparableModels(lines, members, presentRows);
  return lines.map((line) => {
    const { earlierRows: _before, ...unmarked } = line;
    return incomparable.includes(line) ? { ...unmarked, earlierRows: true } : unmarked;
  });
}

/**
 * Returns the entries of the models whose figures cannot be compared with the others': those that learned before the dataset's
 * last change of its rows, and those that held out rows of another kind than most do.
 */
function incomparableModels(lines: readonly AutoModelTrial[], members: Members, presentRows: string | undefined): AutoModelTrial[] {
  const trained = presentModels(lines, members).filter(isTrained);
  const newest = newestRows(trained, members, presentRows);
  const ofNewest = newest === undefined ? trained : trained.filter(({ name }) => learnedRows(members.get(name)) === newest);
  const usual = usualHeldOutRows(ofNewest, members);
  const comparable = ofNewest.filter(({ name }) => heldOutRowsOf(members.get(name)) === usual);
  return trained.filter((line) => !comparable.includes(line));
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

const heldOutRowsOf = (model: Resource<"Model"> | undefined): string => heldOutKey(model?.status?.heldOutBy);

/** Returns the key of the held-out rows of most models; of kinds that are as many, that of the model whose job began last. */
function usualHeldOutRows(trained: readonly AutoModelTrial[], members: Members): string | undefined {
  const models = trained.map(({ name }) => members.get(name));
  const counts = new Map<string, number>();
  for (const model of models) counts.set(heldOutRowsOf(model), (counts.get(heldOutRowsOf(model)) ?? 0) + 1);
  const startOf = (model: Resource<"Model"> | undefined) => model?.status?.startedAt ?? "";
  const countOf = (model: Resource<"Model"> | undefined) => counts.get(heldOutRowsOf(model)) ?? 0;
  const usual = models.toSorted((a, b) => countOf(a) - countOf(b) || startOf(a).localeCompare(startOf(b))).at(-1);
  return usual && heldOutRowsOf(usual);
}
