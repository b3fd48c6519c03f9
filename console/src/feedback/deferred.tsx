import { type ReactNode, useDeferredValue } from "react";
import { Loading } from "./loading.js";

interface DeferredProps {
  children: ReactNode;
  /** Shown until the children are there. */
  fallback?: ReactNode;
}

/**
 * Renders its children in slices between which the browser answers the user. For much that one answer of the server makes appear:
 * React renders what follows from an answer in one piece otherwise.
 */
export function Deferred({ children, fallback = <Loading /> }: DeferredProps) {
  return useDeferredValue(true, false) ? children : fallback;
}
