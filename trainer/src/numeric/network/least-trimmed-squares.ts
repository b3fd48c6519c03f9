import type { NetworkTrainer } from "./network-trainer.js";

/**
 * Sets the weights of the rows at the first `learning` places for the next epoch: 1 for the share with the least losses, 0 for
 * the others (least trimmed squares, Rousseeuw 1984). Returns the sum of the least losses, of the same share, over the rows after
 * them, or over the same rows if there are none.
 */
export function trimByLoss(networkTrainer: NetworkTrainer, trainingCount: number, share: number): number {
  const { order, losses, weights } = networkTrainer;
  const lossesOf = (from: number, to: number) => Float64Array.from(order.subarray(from, to), (row) => losses[row]).sort();
  const trainingLosses = lossesOf(0, trainingCount);
  const threshold = trainingLosses[trimmedCount(trainingLosses, share) - 1];
  for (let at = 0; at < trainingCount; at++) weights[order[at]] = losses[order[at]] <= threshold ? 1 : 0;
  const validationLosses = trainingCount < order.length ? lossesOf(trainingCount, order.length) : trainingLosses;
  return validationLosses.subarray(0, trimmedCount(validationLosses, share)).reduce((sum, loss) => sum + loss, 0);
}

function trimmedCount(losses: Float64Array, share: number): number {
  return Math.max(1, Math.ceil(share * losses.length));
}
