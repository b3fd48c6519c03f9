import { type ReactNode, startTransition, useEffect, useState } from "react";

/**
 * Renders its children once what is above them is painted, as a piece of work of its own. For the parts of a long form that are below
 * the first screen.
 */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => startTransition(() => setPainted(true)), []);
  return isPainted ? children : null;
}
