import { useEffect, useSyncExternalStore } from "react";

/** Base path of the server, without a trailing slash: `/tukey`. It is read from `<base href>`, so no build contains it. */
export const basePath = (): string => new URL(document.baseURI).pathname.replace(/\/+$/, "");

/** Address of the page. */
interface Address {
  /** Below the base path. */
  pathname: string;
  search: string;
  hash: string;
  /** State of the page's entry in the browser's history. */
  state: unknown;
}

/** Returns the address, also outside of react-router, which comes with what is behind the login. */
export function useAddress(): Address {
  useSyncExternalStore(subscribe, () => window.location.href);
  return currentAddress();
}

/** Returns the browser's address at this moment, with the path below the base path. */
export function currentAddress(): Address {
  const { pathname, search, hash } = window.location;
  return { pathname: pathname.slice(basePath().length), search, hash, state: window.history.state };
}

/** Puts another page in place of the present one in the browser's history. `path` is below the base path. */
export function replaceAddress(path: string, state: object | null = null): void {
  window.history.replaceState(state, "", `${basePath()}${path}`);
  // The browser reports only its own buttons.
  window.dispatchEvent(new PopStateEvent("popstate", { state }));
}

export function Redirect({ to, state = null }: { to: string; state?: object | null }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the state that belongs to the page that was left
  useEffect(() => replaceAddress(to, state), [to]);
  return null;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("popstate", listener);
  return () => window.removeEventListener("popstate", listener);
}
