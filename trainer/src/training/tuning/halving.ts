/**
 * Successive halving (Jamieson and Talwalkar 2016): all candidates are judged on one fold, the better third on a second
 * one, and the better third of those on the rest. Candidate 0, what was asked for, stays until the end, so that what is
 * found is no worse than it on the same folds.
 */
export interface Loss {
  /** Lower is better; the mean over the rows of the fold. */
  loss: number;
  /** Decides between equal losses. */
  tie: number;
  /** Rows of the fold. */
  rows: number;
}

export interface Judgement {
  candidate: number;
  folds: number;
  loss: number;
}

export interface Halving {
  candidates: number;
  folds: number;
  /** Undefined when there is no time for it any more. */
  judge(candidate: number, fold: number): Promise<Loss | undefined>;
  progress(fraction: number): void;
}

export interface Winner {
  best: Judgement;
  asked: Judgement;
  tried: number;
  fits: number;
  /** Whether it ended before all that was due had been judged. */
  outOfTime: boolean;
}

/** Candidates that are left in each round are one in so many. */
const ETA = 3;

/** Folds that a candidate has been judged on at the end of each round. */
function rounds(folds: number): number[] {
  return [...new Set([1, 2, folds])].filter((count) => count <= folds);
}

/** Undefined when there was no time to judge even candidate 0 once. Throws what `judge` throws. */
export async function halve({ candidates, folds, judge, progress }: Halving): Promise<Winner | undefined> {
  const losses = Array.from({ length: candidates }, (): Loss[] => []);
  let left = [...losses.keys()];
  let kept = candidates;
  let outOfTime = false;
  const due = fitsDue(candidates, folds);
  for (const until of rounds(folds)) {
    for (const candidate of left) {
      while (losses[candidate].length < until && !outOfTime) {
        const loss = await judge(candidate, losses[candidate].length);
        if (loss) losses[candidate].push(loss);
        else outOfTime = true;
        progress(losses.flat().length / due);
      }
    }
    if (outOfTime) break;
    const ranked = [...left].sort((a, b) => compare(losses[a], losses[b], until) || a - b);
    kept = Math.ceil(kept / ETA);
    left = [...new Set([0, ...ranked.slice(0, kept)])].sort((a, b) => a - b);
  }
  return winnerOf(losses, outOfTime);
}

/** At the most: candidate 0 may be among those that are kept. */
function fitsDue(candidates: number, folds: number): number {
  let [total, kept, judged] = [0, candidates, 0];
  for (const until of rounds(folds)) {
    total += Math.min(candidates, kept + 1) * (until - judged);
    judged = until;
    kept = Math.ceil(kept / ETA);
  }
  return total;
}

/** The best of those that were judged on as many folds as candidate 0. */
function winnerOf(losses: readonly Loss[][], outOfTime: boolean): Winner | undefined {
  const folds = losses[0].length;
  if (folds === 0) return undefined;
  const judged = [...losses.keys()].filter((candidate) => losses[candidate].length >= folds);
  const best = judged.reduce((a, b) => (compare(losses[b], losses[a], folds) < 0 ? b : a));
  const judgement = (candidate: number): Judgement => ({ candidate, folds, loss: mean(losses[candidate], folds, "loss") });
  const tried = losses.filter((list) => list.length > 0).length;
  return { best: judgement(best), asked: judgement(0), tried, fits: losses.flat().length, outOfTime };
}

function compare(a: readonly Loss[], b: readonly Loss[], folds: number): number {
  for (const of of ["loss", "tie"] as const) {
    const [x, y] = [mean(a, folds, of), mean(b, folds, of)];
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

/** Over the rows of the first folds. */
function mean(losses: readonly Loss[], folds: number, of: "loss" | "tie"): number {
  const first = losses.slice(0, folds);
  const rows = first.reduce((sum, loss) => sum + loss.rows, 0);
  const sum = first.reduce((total, loss) => total + loss[of] * loss.rows, 0) / rows;
  // A model that answers with no number at all is the worst of all.
  return Number.isNaN(sum) ? Number.POSITIVE_INFINITY : sum;
}
