/**
 * Known anomalies, and as many unlabeled rows, that a semi-labeled column has to have: one of each for every fold, since the
 * threshold is chosen on four fifths of the rows and judged on the last.
 */
export const FEWEST_SEMILABELS = 5;
