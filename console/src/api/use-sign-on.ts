import type { SignOnAnswer } from "@agatha/contracts/wire";
import { useEffect, useState } from "react";
import { useApi } from "./services.js";

/** Returns how the server lets people in besides by name and password, once it has answered. */
export function useSignOn(): SignOnAnswer | null {
  const api = useApi();
  const [signOn, setSignOn] = useState<SignOnAnswer | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    // Without an answer the page is as without a sign-on.
    api.signOn(leaving.signal).then(setSignOn, () => undefined);
    return () => leaving.abort();
  }, [api]);
  return signOn;
}
