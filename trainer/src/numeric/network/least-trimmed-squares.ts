import type { NetworkTrainer } from "./network-trainer.js";

/**
 * Lets only that share of the rows at the first `learning` places weigh in the next epoch, those with the least losses
 * (least trimmed squares, Rousseeuw 1984), and returns the sum of the least losses, the same share, of the rows behind
 * them, or of themselves where there are none.
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
