import { type AutoModelTrial, isMarkedDeleted, type Resource } from "@agatha/contracts";

type Members = ReadonlyMap<string, Resource<"Model">>;

/**
 * Returns the entries of the models among which the best is selected: without deleted models, and without those that were trained
 * before the dataset's last change. If no trained model is left, it returns all. `presentFingerprint` is that of the table that the
 * dataset has now.
 */
export function selectableModels(
  lines: readonly AutoModelTrial[],
  members: Members,
  presentFingerprint: string | undefined,
): AutoModelTrial[] {
  const present = presentModels(lines, members);
  if (!present.some(isTrained)) return [...lines];
  const earlier = modelsOfEarlierRows(lines, members, presentFingerprint);
  return present.filter((line) => !earlier.includes(line));
}

/** Returns the entries, marked with `earlierRows` where the model was trained before the dataset's last change. */
export function markEarlierRows(
  lines: readonly AutoModelTrial[],
  members: Members,
  presentFingerprint: string | undefined,
): AutoModelTrial[] {
  const earlier = modelsOfEarlierRows(lines, members, presentFingerprint);
  return lines.map((line) => {
    const { earlierRows: _before, ...unmarked } = line;
    return earlier.includes(line) ? { ...unmarked, earlierRows: true } : unmarked;
  });
}

/** Returns the entries of the models that were trained before the dataset's last change: their figures are on other rows. */
function modelsOfEarlierRows(lines: readonly AutoModelTrial[], members: Members, presentFingerprint: string | undefined): AutoModelTrial[] {
  const trained = presentModels(lines, members).filter(isTrained);
  const newest = newestFingerprint(trained, members, presentFingerprint);
  return newest === undefined ? [] : trained.filter(({ name }) => members.get(name)?.status?.datasetFingerprint !== newest);
}

function presentModels(lines: readonly AutoModelTrial[], members: Members): AutoModelTrial[] {
  return lines.filter(({ name }) => {
    const member = members.get(name);
    return member !== undefined && !isMarkedDeleted(member);
  });
}

const isTrained = ({ phase }: AutoModelTrial): boolean => phase === "success";

/**
 * Returns the fingerprint of the newest table that a model learned from: the present one, or else that of the model whose job began
 * last. It is undefined if no model has one.
 */
function newestFingerprint(
  trained: readonly AutoModelTrial[],
  members: Members,
  presentFingerprint: string | undefined,
): string | undefined {
  const known = trained.flatMap(({ name }) => {
    const { datasetFingerprint, startedAt = "" } = members.get(name)?.status ?? {};
    return datasetFingerprint === undefined ? [] : [{ datasetFingerprint, startedAt }];
  });
  if (known.some(({ datasetFingerprint }) => datasetFingerprint === presentFingerprint)) return presentFingerprint;
  return known.sort((a, b) => a.startedAt.localeCompare(b.startedAt)).at(-1)?.datasetFingerprint;
}
