import { useEffect, useRef } from "react";
import { Notification } from "react-admin";
import { NOTIFICATION_DURATION } from "./duration.js";

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
      {/* On a phone the steps of the analysis are at the bottom, and stay in reach. */}
      <Notification autoHideDuration={NOTIFICATION_DURATION.standard} sx={{ bottom: { xs: 68, md: 24 } }} />
    </div>
  );
}

/** In a text field Ctrl+Z undoes typing. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
