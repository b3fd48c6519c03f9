import { type RefObject, useCallback, useEffect, useState } from "react";

/** Distance from the window within which an element counts as in view. */
const MARGIN = "200px";

/** Names that are in view, and the function by which elements report themselves. */
export function useNamesInView(): [ReadonlySet<string>, (name: string, isInView: boolean) => void] {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const report = useCallback(
    (name: string, isInView: boolean) =>
      setNames((before) => {
        if (before.has(name) === isInView) return before;
        const after = new Set(before);
        if (isInView) after.add(name);
        else after.delete(name);
        return after;
      }),
    [],
  );
  return [names, report];
}

/** Reports whether the element is in view, until it is removed. */
export function useInView(element: RefObject<HTMLElement | null>, name: string, report: (name: string, isInView: boolean) => void): void {
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver((entries) => report(name, entries.at(-1)?.isIntersecting ?? false), { rootMargin: MARGIN });
    observer.observe(element.current);
    return () => {
      observer.disconnect();
      report(name, false);
    };
  }, [element, name, report]);
}
