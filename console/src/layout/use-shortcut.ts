import { useEffect } from "react";

/** Runs the action when Ctrl or Cmd is pressed with the key. `action` must be stable. */
export function useShortcut(key: string, action: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      action();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [key, action]);
}
