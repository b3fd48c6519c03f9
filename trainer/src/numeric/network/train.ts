import { type Random, shuffle } from "../random.js";
import { placeValidationRowsLast } from "../validation-rows.js";
import type { YieldToEventLoop } from "../yield-to-event-loop.js";
import { trimByLoss } from "./least-trimmed-squares.js";
import type { Network } from "./network.js";
import { NetworkTrainer, type RowRange } from "./network-trainer.js";
import { BLOCK_ROWS } from "./network-wasm.js";
import type { NetworkTrainingSet, TrainingSettings } from "./training-set.js";

/** Share of the rows that are held out for validation and decide which epoch is best. With few rows, all rows do both. */
const VALIDATION_SHARE = 0.1;
const MIN_ROWS_TO_VALIDATE = 100;

/**
 * Trains by Adam on mini-batches of rows, shuffled for each epoch. After each epoch the network is the average of the weights
 * so far, if rows are held out for validation. With fewer rows an epoch has few steps, and the average would lag behind. Returns
 * the network of the epoch with the least loss. Reports progress by epochs.
 */
export async function trainNetwork(
  trainingSet: NetworkTrainingSet,
  settings: TrainingSettings,
  random: Random,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Network> {
  const { nrow } = trainingSet.x;
  const networkTrainer = new NetworkTrainer(trainingSet, settings.hidden, random.fork(0));
  shuffle(networkTrainer.order, random.fork(1));
  const draw = random.fork(2);
  const validationCount = nrow < MIN_ROWS_TO_VALIDATE ? 0 : Math.round(VALIDATION_SHARE * nrow);
  const trainingCount = placeValidationRowsLast(networkTrainer.order, validationCount, trainingSet.splitter);
  const averaging = validationCount > 0 ? settings.averaging : 0;
  const average = networkTrainer.parameters.slice();
  const best = { loss: Number.POSITIVE_INFINITY, epoch: 0, parameters: networkTrainer.parameters.slice() };
  for (let epoch = 0; epoch < settings.epochs; epoch++) {
    shuffle(networkTrainer.order, draw, trainingCount);
    let loss = await trainEpoch(networkTrainer, trainingCount, settings, { epoch, yieldToEventLoop });
    const current = networkTrainer.parameters.slice();
    averageWeights(average, current, Math.min(averaging, (1 + epoch) / (5 + epoch)));
    networkTrainer.parameters.set(average);
    if (trainingCount < nrow)
      loss = await validationLoss(networkTrainer, { from: trainingCount, to: nrow }, yieldToEventLoop, (epoch + 1) / settings.epochs);
    if (settings.trusted < 1) loss = trimByLoss(networkTrainer, trainingCount, settings.trusted);
    if (loss < best.loss) {
      best.loss = loss;
      best.epoch = epoch;
      best.parameters.set(networkTrainer.parameters);
    } else if (epoch - best.epoch >= settings.patience) break;
    networkTrainer.parameters.set(current);
  }
  return { widths: networkTrainer.shape.widths, parameters: best.parameters };
}

/**
 * Moves the average towards the weights after an epoch: an exponential moving average, whose decay is less in the first epochs,
 * so that the initial weights do not count for long (Polyak and Juditsky 1992; Tarvainen and Valpola 2017 average networks so).
 */
function averageWeights(average: Float32Array, current: Float32Array, decay: number): void {
  for (let i = 0; i < average.length; i++) average[i] += (1 - decay) * (current[i] - average[i]);
}

/** Trains an epoch on the rows at the first places. Returns the sum of their losses on the way. */
async function trainEpoch(
  networkTrainer: NetworkTrainer,
  rows: number,
  settings: TrainingSettings,
  { epoch, yieldToEventLoop }: { epoch: number; yieldToEventLoop: YieldToEventLoop },
): Promise<number> {
  const batches = Math.ceil(rows / settings.batchSize);
  let loss = 0;
  for (let batch = 0; batch < batches; batch++) {
    const done = (epoch + batch / batches) / settings.epochs;
    const range = sliceRange({ from: 0, to: rows }, batch, batches);
    for (const block of splitIntoBlocks(range)) {
      loss += networkTrainer.backpropagate(block);
      const pending = yieldToEventLoop(done);
      if (pending) await pending;
    }
    networkTrainer.adamStep(range.to - range.from, (settings.learningRate * (1 + Math.cos(Math.PI * done))) / 2, settings.l2 / rows);
  }
  return loss;
}

async function validationLoss(
  networkTrainer: NetworkTrainer,
  range: RowRange,
  yieldToEventLoop: YieldToEventLoop,
  done: number,
): Promise<number> {
  let loss = 0;
  for (const block of splitIntoBlocks(range)) {
    loss += networkTrainer.forwardLoss(block);
    const pending = yieldToEventLoop(done);
    if (pending) await pending;
  }
  return loss;
}

/** Returns parts of about the same size, each at most a block of the kernel. */
function splitIntoBlocks(range: RowRange): RowRange[] {
  const count = Math.ceil((range.to - range.from) / BLOCK_ROWS);
  return Array.from({ length: count }, (_, block) => sliceRange(range, block, count));
}

function sliceRange({ from, to }: RowRange, index: number, count: number): RowRange {
  const boundary = (at: number) => from + Math.floor((at * (to - from)) / count);
  return { from: boundary(index), to: boundary(index + 1) };
}
