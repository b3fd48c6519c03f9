import type { Pace } from "../pace.js";
import type { Random } from "../random.js";
import { ROWS } from "./kernel.js";
import type { Lesson, Settings } from "./lesson.js";
import type { Network } from "./network.js";
import { type Places, Trainee } from "./trainee.js";
import { trim } from "./trim.js";

/** Share of the rows that are not learned from, but tell which epoch was best; where there are few rows, all do both. */
const SPARED = 0.1;
const FEW = 100;

/**
 * Trains by Adam on mini-batches of rows drawn anew for each epoch, and returns the network of the epoch with the least
 * loss. Reports progress by epochs.
 */
export async function trainNetwork(lesson: Lesson, settings: Settings, random: Random, pace: Pace): Promise<Network> {
  const { nrow } = lesson.x;
  const trainee = new Trainee(lesson, settings.hidden, random.fork(0));
  shuffle(trainee.order, nrow, random.fork(1));
  const draw = random.fork(2);
  const learning = nrow < FEW ? nrow : nrow - Math.round(SPARED * nrow);
  const best = { loss: Number.POSITIVE_INFINITY, epoch: 0, parameters: trainee.parameters.slice() };
  for (let epoch = 0; epoch < settings.epochs; epoch++) {
    shuffle(trainee.order, learning, draw);
    let loss = await learnOnce(trainee, learning, settings, { epoch, pace });
    if (learning < nrow) loss = await answerAll(trainee, { from: learning, to: nrow }, pace, (epoch + 1) / settings.epochs);
    if (settings.trusted < 1) loss = trim(trainee, learning, settings.trusted);
    if (loss < best.loss) {
      best.loss = loss;
      best.epoch = epoch;
      best.parameters.set(trainee.parameters);
    } else if (epoch - best.epoch >= settings.patience) break;
  }
  return { widths: trainee.shape.widths, parameters: best.parameters };
}

/** An epoch over the rows at the first places; the sum of their losses on the way. */
async function learnOnce(
  trainee: Trainee,
  rows: number,
  settings: Settings,
  { epoch, pace }: { epoch: number; pace: Pace },
): Promise<number> {
  const batches = Math.ceil(rows / settings.batchSize);
  let loss = 0;
  for (let batch = 0; batch < batches; batch++) {
    const done = (epoch + batch / batches) / settings.epochs;
    const places = part({ from: 0, to: rows }, batch, batches);
    for (const block of blocksOf(places)) {
      loss += trainee.learn(block);
      if (pace.due()) await pace.rest(done);
    }
    trainee.step(places.to - places.from, (settings.learningRate * (1 + Math.cos(Math.PI * done))) / 2, settings.l2 / rows);
  }
  return loss;
}

async function answerAll(trainee: Trainee, places: Places, pace: Pace, done: number): Promise<number> {
  let loss = 0;
  for (const block of blocksOf(places)) {
    loss += trainee.answer(block);
    if (pace.due()) await pace.rest(done);
  }
  return loss;
}

/** Parts of about the same size that the kernel takes at once. */
function blocksOf(places: Places): Places[] {
  const count = Math.ceil((places.to - places.from) / ROWS);
  return Array.from({ length: count }, (_, block) => part(places, block, count));
}

function part({ from, to }: Places, index: number, count: number): Places {
  const cut = (at: number) => from + Math.floor((at * (to - from)) / count);
  return { from: cut(index), to: cut(index + 1) };
}

/** Brings the first `count` into a random order (Fisher and Yates). */
function shuffle(order: Int32Array, count: number, random: Random): void {
  for (let i = count - 1; i > 0; i--) {
    const other = random.int(i + 1);
    const row = order[i];
    order[i] = order[other];
    order[other] = row;
  }
}
