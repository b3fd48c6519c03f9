import { type AutoModelTrial, isMarkedDeleted, type Resource } from "@agatha/contracts";

type Members = ReadonlyMap<string, Resource<"Model">>;

/**
 * Returns the entries of the models among which the best is selected: without deleted models, and without those that were trained
 * before the dataset's last change, whose figures are on other rows. If no trained model is left, it returns all. `presentTable` is the
 * fingerprint of the table that the dataset has now.
 */
export function selectableModels(lines: readonly AutoModelTrial[], members: Members, presentTable: string | undefined): AutoModelTrial[] {
  const present = lines.filter(({ name }) => {
    const member = members.get(name);
    return member !== undefined && !isMarkedDeleted(member);
  });
  const trained = present.filter(({ phase }) => phase === "success");
  if (trained.length === 0) return [...lines];
  const tableOf = ({ name }: AutoModelTrial) => members.get(name)?.status?.datasetFingerprint;
  const newest = newestTable(trained, members, presentTable);
  return newest === undefined ? present : present.filter((line) => !trained.includes(line) || tableOf(line) === newest);
}

/**
 * Returns the fingerprint of the newest table that a model learned from: the present one, or else that of the model whose job began
 * last. It is undefined if no model has one.
 */
function newestTable(trained: readonly AutoModelTrial[], members: Members, presentTable: string | undefined): string | undefined {
  const known = trained.flatMap(({ name }) => {
    const { datasetFingerprint, startedAt = "" } = members.get(name)?.status ?? {};
    return datasetFingerprint === undefined ? [] : [{ datasetFingerprint, startedAt }];
  });
  if (known.some(({ datasetFingerprint }) => datasetFingerprint === presentTable)) return presentTable;
  return known.sort((a, b) => a.startedAt.localeCompare(b.startedAt)).at(-1)?.datasetFingerprint;
}
