import { type AutoModelTrial, isMarkedDeleted, type Resource } from "@agatha/contracts";

type Members = ReadonlyMap<string, Resource<"Model">>;

/**
 * Returns the entries of the models among which the best is selected: without deleted models, and without those that were trained
 * before the dataset's last change, whose figures are on other rows. If no trained model is left, it returns all.
 */
export function selectableModels(lines: readonly AutoModelTrial[], members: Members): AutoModelTrial[] {
  const present = lines.filter(({ name }) => {
    const member = members.get(name);
    return member !== undefined && !isMarkedDeleted(member);
  });
  const trained = present.filter(({ phase }) => phase === "success");
  if (trained.length === 0) return [...lines];
  const newest = newestTable(trained, members);
  const tableOf = ({ name }: AutoModelTrial) => members.get(name)?.status?.datasetFingerprint;
  return newest === undefined ? present : present.filter((line) => !trained.includes(line) || tableOf(line) === newest);
}

/** Returns the fingerprint of the table from which the model that was begun last learned; undefined if no model has one. */
function newestTable(trained: readonly AutoModelTrial[], members: Members): string | undefined {
  const known = trained.flatMap(({ name }) => {
    const { datasetFingerprint, startedAt = "" } = members.get(name)?.status ?? {};
    return datasetFingerprint === undefined ? [] : [{ datasetFingerprint, startedAt }];
  });
  return known.sort((a, b) => a.startedAt.localeCompare(b.startedAt)).at(-1)?.datasetFingerprint;
}
