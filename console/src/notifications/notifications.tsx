import { useEffect, useRef } from "react";
import { Notification } from "react-admin";
import { NOTIFICATION_DURATION } from "./duration.js";

/**
 * On a phone what one needs next is mostly at the bottom: the button of a form, and the steps of the analysis. A notification stands at
 * the top there, and what it covers can be tapped.
 */
const ABOVE_NO_CONTROL = {
  top: { xs: 8, md: "auto" },
  bottom: { xs: "auto", md: 24 },
  pointerEvents: { xs: "none", md: "auto" },
  "& button": { pointerEvents: "auto" },
} as const;

/** The console's notifications. Ctrl+Z or Cmd+Z triggers the undo of the visible one. */
export function Notifications() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const undo = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "z" || event.shiftKey || !(event.ctrlKey || event.metaKey) || isTyping(event.target)) return;
      const button = place.current?.querySelector("button");
      if (!button) return;
      event.preventDefault();
      button.click();
    };
    window.addEventListener("keydown", undo);
    return () => window.removeEventListener("keydown", undo);
  }, []);
  return (
    <div ref={place}>
      <Notification autoHideDuration={NOTIFICATION_DURATION.standard} sx={ABOVE_NO_CONTROL} />
    </div>
  );
}

/** In a text field Ctrl+Z undoes typing. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
