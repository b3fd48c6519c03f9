/**
 * Gaussian mixture with full covariances (McLachlan and Peel 2000), fitted by expectation maximisation. It starts from the
 * k-means clustering with the least inertia of several. Choosing among whole fits by their likelihood would favour those that
 * give outliers a component of their own (anomaly-satimage2: ROC AUC .928 for the likeliest of five, .949 from the best k-means).
 * The model serves both model types. A row's score is its negative log density. Its cluster is its likeliest component;
 * components are numbered by their training rows, the most first. `regularisation` is added to the variances of the standardised
 * columns, so that components do not shrink onto repeated values. It is a thousandth of a column's variance, as in the
 * scikit-learn figures of the comparison, and is not tuned to any data. The covariance of a component of few rows fits these so closely
 * that most new rows are outliers. So a mixture that scores outliers has fewer components where each would have fewer than five rows a
 * column; where even one would have fewer than two, its columns are taken as independent. `contamination` sets the threshold and
 * changes no score.
 *
 * Memory: two copies of the matrix, and 8 bytes a row and component, and the square of the columns a component.
 */
import { ALGORITHMS, ERRORS, InvalidInput, pluralize } from "@agatha/contracts";
import { requireBoundedMagnitude } from "../../numeric/linear-algebra/check-finite.js";
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Algorithm } from "../base/algorithm.js";
import { fitWithRestarts } from "../k-means/restarts.js";
import { fitMixture, type MixtureFit } from "./expectation-maximisation.js";
import type { Mixture } from "./mixture.js";
import { createGmmModel, loadGmmModel } from "./model.js";

/** Iterations of a k-means start, as in scikit-learn. */
const START_ITERATIONS = 300;
/** Share of the progress that the starts take. */
const START_PROGRESS_SHARE = 0.3;

/** Rows a column that the covariance of a component needs, where it scores outliers, and fewest for which there are covariances. */
const ROWS_PER_COLUMN = 5;
const MIN_ROWS_PER_COLUMN = 2;

export const gmm: Algorithm<"GMM"> = {
  name: "GMM",
  modelTypes: ALGORITHMS.GMM.modelTypes,
  encoding: { missing: "impute", scale: "standard" },
  load: loadGmmModel,
  async fit(x, _target, params, context) {
    if (x.ncol === 0 || x.nrow < params.clusters) {
      const message = `${params.clusters} components need as many rows and at least one column: they are ${pluralize(x.nrow, "row")} and ${pluralize(x.ncol, "column")}`;
      throw new InvalidInput(ERRORS.modelTrainingFailed, { path: "clusters", message });
    }
    requireBoundedMagnitude(x, "GMM");
    const starting = { ...context, progress: (done: number) => context.progress(START_PROGRESS_SHARE * done) };
    const rowsNeeded = context.scoresOutliers ? ROWS_PER_COLUMN * x.ncol : 1;
    const independent = context.scoresOutliers && x.nrow < MIN_ROWS_PER_COLUMN * x.ncol;
    const components = Math.max(1, Math.min(params.clusters, Math.floor(x.nrow / rowsNeeded)));
    const { clusters } = await fitWithRestarts(x, { ...params, clusters: components, maxIterations: START_ITERATIONS }, starting);
    const yieldToEventLoop = createYielder({
      ...context,
      progress: (done) => context.progress(START_PROGRESS_SHARE + (1 - START_PROGRESS_SHARE) * done),
    });
    const fitted = await fitMixture(x, clusters, { ...params, independent }, yieldToEventLoop);
    if (!fitted.converged) context.warnNotConverged?.(`GMM did not converge in ${params.maxIterations} iterations: allow more`);
    return createGmmModel(largestFirst(fitted));
  },
};

/** Sorts the components by rows, largest first. It copies the numbers, since a fit's numbers lie in the memory of its rows. */
function largestFirst({ mixture, counts }: MixtureFit): Mixture {
  const order = [...counts.keys()].sort((a, b) => counts[b] - counts[a] || a - b);
  const components = order.map((k) => {
    const { mean, factor, ...numbers } = mixture.components[k];
    return { ...numbers, mean: mean.slice(), factor: factor.slice() };
  });
  return { ...mixture, components };
}
