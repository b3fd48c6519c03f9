import { type RefObject, useEffect, useRef } from "react";

/** Focuses the title when an item has left the list, and with it the button that had the focus. */
export function useFocusAfterRemoval(title: RefObject<HTMLElement | null>, count: number): void {
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) title.current?.focus({ preventScroll: true });
    before.current = count;
  }, [title, count]);
}
