import type { PartialDependence } from "@agatha/contracts";

/** Largest number of classes with curves: more cannot be told apart. */
const MAX_CURVES = 8;

/** The curves to draw. Of two classes the second determines the first. */
export function drawnCurves(curves: PartialDependence["curves"]): PartialDependence["curves"] {
  return (curves.length === 2 ? curves.slice(1) : curves).slice(0, MAX_CURVES);
}
