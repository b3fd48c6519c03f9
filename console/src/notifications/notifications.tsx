import { useEffect, useRef } from "react";
import { Notification } from "react-admin";
import { NOTIFICATION_DURATION } from "./duration.js";

/** The console's notifications; ctrl+z or cmd+z takes back what the one that is shown offers to take back. */
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
      <Notification autoHideDuration={NOTIFICATION_DURATION.standard} />
    </div>
  );
}

/** There ctrl+z belongs to the text. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
