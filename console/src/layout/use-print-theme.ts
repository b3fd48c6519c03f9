import { useEffect } from "react";
import { useTheme } from "react-admin";
import { flushSync } from "react-dom";

/** Prints a dark screen with the light theme: browsers leave backgrounds out, and light text on paper cannot be read. */
export function usePrintTheme(): void {
  const [theme, setTheme] = useTheme();
  useEffect(() => {
    if (theme !== "dark") return;
    const print = () => {
      window.addEventListener("afterprint", () => setTheme("dark"), { once: true });
      flushSync(() => setTheme("light"));
    };
    window.addEventListener("beforeprint", print);
    return () => window.removeEventListener("beforeprint", print);
  }, [theme, setTheme]);
}
