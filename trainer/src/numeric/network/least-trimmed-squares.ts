import type { NetworkTrainer } from "./network-trainer.js";

/**
 * Sets the weights of the rows at the first `learning` places for the next epoch: 1 for the share with the least losses, 0 for
 * the others (least trimmed squares, Rousseeuw 1984). Returns the sum of the least losses, of the same share, over the rows after
 * them, or over the same rows if there are none.
 */
export function trimByLoss(trainee: NetworkTrainer, learning: number, share: number): number {
  const { order, losses, weights } = trainee;
  const lossesOf = (from: number, to: number) => Float64Array.from(order.subarray(from, to), (row) => losses[row]).sort();
  const learned = lossesOf(0, learning);
  const most = learned[trimmedCount(learned, share) - 1];
  for (let at = 0; at < learning; at++) weights[order[at]] = losses[order[at]] <= most ? 1 : 0;
  const told = learning < order.length ? lossesOf(learning, order.length) : learned;
  return told.subarray(0, trimmedCount(told, share)).reduce((sum, loss) => sum + loss, 0);
}

function trimmedCount(losses: Float64Array, share: number): number {
  return Math.max(1, Math.ceil(share * losses.length));
}
