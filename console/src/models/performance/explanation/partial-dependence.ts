import type { PartialDependence } from "@agatha/contracts";

/** Largest number of classes with curves: more cannot be told apart. */
const MAX_CURVES = 8;

/** Predictions for single rows, drawn thin behind the one curve that is drawn; none behind several. */
export function individualCurves(drawn: PartialDependence["curves"]): (number | null)[][] {
  return drawn.length === 1 ? (drawn[0]?.individual ?? []).map(({ values }) => values) : [];
}

/** The curves to draw: the one of the chosen class, or those of all. Of two classes the second determines the first. */
export function drawnCurves(curves: PartialDependence["curves"], chosen: string | null = null): PartialDependence["curves"] {
  if (chosen !== null) return curves.filter(({ label }) => label === chosen);
  return (curves.length === 2 ? curves.slice(1) : curves).slice(0, MAX_CURVES);
}
