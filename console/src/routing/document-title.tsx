import { useEffect } from "react";

/** Sets the browser's title, the most specific part first. */
export function DocumentTitle({ parts }: { parts: readonly (string | null | undefined)[] }) {
  const title = [...parts.filter((part) => part), "Agatha"].join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
