/**
 * Successive halving (Jamieson and Talwalkar 2016). All candidates are evaluated on one fold, the best third on a second one, and
 * the best third of those on the rest. Candidate 0, the requested setting, stays until the end, so that the result is no worse on
 * the same folds.
 */
export interface FoldLoss {
  /** Mean loss over the fold's rows; lower is better. */
  loss: number;
  /** Second criterion for equal losses. */
  tieBreaker: number;
  /** Number of rows in the fold. */
  rows: number;
}

interface CandidateScore {
  candidate: number;
  folds: number;
  loss: number;
}

export interface HalvingOptions {
  candidates: number;
  folds: number;
  /** Evaluates a candidate; returns undefined when time is up. */
  evaluate(candidate: number, fold: number): Promise<FoldLoss | undefined>;
  progress(fraction: number): void;
}

export interface HalvingResult {
  best: CandidateScore;
  requested: CandidateScore;
  tried: number;
  fits: number;
  /** Whether the search ended before all planned evaluations. */
  outOfTime: boolean;
}

/** One candidate in so many survives each round. */
const HALVING_FACTOR = 3;

/** Returns the number of folds on which a candidate has been evaluated at the end of each round. */
function roundFolds(folds: number): number[] {
  return [...new Set([1, 2, folds])].filter((count) => count <= folds);
}

/** Runs the search. Returns undefined when there is no time to evaluate candidate 0 once. Throws what `evaluate` throws. */
export async function successiveHalving({ candidates, folds, evaluate, progress }: HalvingOptions): Promise<HalvingResult | undefined> {
  const losses = Array.from({ length: candidates }, (): FoldLoss[] => []);
  let left = [...losses.keys()];
  let kept = candidates;
  let outOfTime = false;
  const due = plannedFits(candidates, folds);
  for (const until of roundFolds(folds)) {
    for (const candidate of left) {
      while (losses[candidate].length < until && !outOfTime) {
        const loss = await evaluate(candidate, losses[candidate].length);
        if (loss) losses[candidate].push(loss);
        else outOfTime = true;
        progress(losses.flat().length / due);
      }
    }
    if (outOfTime) break;
    const ranked = [...left].sort((a, b) => compareLosses(losses[a], losses[b], until) || a - b);
    kept = Math.ceil(kept / HALVING_FACTOR);
    left = [...new Set([0, ...ranked.slice(0, kept)])].sort((a, b) => a - b);
  }
  return selectWinner(losses, outOfTime);
}

/** Returns the largest number of fits; there are fewer if candidate 0 is among the survivors. */
function plannedFits(candidates: number, folds: number): number {
  let [total, kept, evaluated] = [0, candidates, 0];
  for (const until of roundFolds(folds)) {
    total += Math.min(candidates, kept + 1) * (until - evaluated);
    evaluated = until;
    kept = Math.ceil(kept / HALVING_FACTOR);
  }
  return total;
}

/** Returns the best candidate among those evaluated on as many folds as candidate 0. */
function selectWinner(losses: readonly FoldLoss[][], outOfTime: boolean): HalvingResult | undefined {
  const folds = losses[0].length;
  if (folds === 0) return undefined;
  const finalists = [...losses.keys()].filter((candidate) => losses[candidate].length >= folds);
  const best = finalists.reduce((a, b) => (compareLosses(losses[b], losses[a], folds) < 0 ? b : a));
  const score = (candidate: number): CandidateScore => ({ candidate, folds, loss: meanLoss(losses[candidate], folds, "loss") });
  const tried = losses.filter((list) => list.length > 0).length;
  return { best: score(best), requested: score(0), tried, fits: losses.flat().length, outOfTime };
}

function compareLosses(a: readonly FoldLoss[], b: readonly FoldLoss[], folds: number): number {
  for (const criterion of ["loss", "tieBreaker"] as const) {
    const [x, y] = [meanLoss(a, folds, criterion), meanLoss(b, folds, criterion)];
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

/** Returns the mean over the rows of the first folds. */
function meanLoss(losses: readonly FoldLoss[], folds: number, of: "loss" | "tieBreaker"): number {
  const first = losses.slice(0, folds);
  const rows = first.reduce((sum, loss) => sum + loss.rows, 0);
  const sum = first.reduce((total, loss) => total + loss[of] * loss.rows, 0) / rows;
  // A model whose predictions are NaN is the worst of all.
  return Number.isNaN(sum) ? Number.POSITIVE_INFINITY : sum;
}
