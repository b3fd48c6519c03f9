/**
 * Measures what automatic training achieves for new groups: as it holds out rows by itself, and when random rows are held out. It
 * gets four fifths of the groups, over HTTP and within a time limit.
 */
import type { TestClient } from "../end-to-end/testing/client.js";
import { nameOfBest, searchAndPredict, withProduct } from "./auto-model-run.js";
import { GROUPED, type GroupedFold, readGroupedFolds, trivialError } from "./grouped-tables.js";
import { isSelected } from "./peers.js";
import { achievedOf, coverageOf, geometricMean, type Outcome, outcomeOf, percent, ratioOf, sum } from "./promises.js";

interface ModelOutcome extends Outcome {
  name: string;
}

/** Writes a Markdown table. BENCH_SECONDS sets the time limit, BENCH_FIFTHS the number of fifths that are asked about. */
export async function benchAutomaticGroups(print: (line: string) => void): Promise<void> {
  print("| data | its models | achieved ÷ promised | intervals hold | achieved | with random rows | achieved | trivial guess |");
  print("| --- | --- | --- | --- | --- | --- | --- | --- |");
  const all: { auto: ModelOutcome[]; random: ModelOutcome[] }[] = [];
  await withProduct(async (client) => {
    for (const data of GROUPED.filter(isSelected)) {
      const table = await readGroupedFolds(data);
      const outcomes = { auto: [] as ModelOutcome[], random: [] as ModelOutcome[] };
      for (const fold of table.folds) {
        for (const rows of ["auto", "random"] as const)
          outcomes[rows].push(await searchAndAsk(client, fold, { name: data.file.replace("grouped/", ""), response: table.target, rows }));
      }
      all.push(outcomes);
      print(`| ${[table.name, ...cellsOf(outcomes), trivialError(table).toPrecision(4)].join(" | ")} |`);
    }
  });
  const ratio = geometricMean(all.map(({ auto, random }) => achievedOf(auto) / achievedOf(random)));
  const coverage = sum(all, ({ auto }) => coverageOf(auto)) / all.length;
  print(
    `\nAchieved ÷ promised ${geometricMean(all.map(({ auto }) => ratioOf(auto))).toFixed(3)}, achieved ÷ achieved with random rows ` +
      `${ratio.toFixed(3)} (geometric means); intervals of 90 % hold ${percent(coverage)} (mean).`,
  );
}

async function searchAndAsk(
  client: TestClient,
  fold: GroupedFold,
  { name, response, rows }: { name: string; response: string; rows: "auto" | "random" },
): Promise<ModelOutcome> {
  const asked = { ...fold.fresh, columns: fold.fresh.columns.filter((column) => column.name !== response) };
  const { batch, prediction } = await searchAndPredict(
    client,
    { mode: "AUTO_REGRESSION", model_type: "REGRESSION", response, validation: { rows }, seed: 1 },
    { name, learned: fold.train, asked },
  );
  const promised = batch.models[0]?.indicators?.RMSE ?? Number.NaN;
  return { name: nameOfBest(batch), ...outcomeOf(fold, response, { promised, answer: prediction }) };
}

function cellsOf({ auto, random }: { auto: ModelOutcome[]; random: ModelOutcome[] }): string[] {
  const names = (outcomes: ModelOutcome[]) => [...new Set(outcomes.map(({ name }) => name))].join("; ");
  const achieved = (outcomes: ModelOutcome[]) => achievedOf(outcomes).toPrecision(4);
  return [names(auto), ratioOf(auto).toFixed(3), percent(coverageOf(auto)), achieved(auto), names(random), achieved(random)];
}
