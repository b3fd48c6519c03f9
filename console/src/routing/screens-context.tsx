import { createContext, useContext } from "react";
import type { Screen } from "./screen.js";

const ScreensContext = createContext<readonly Screen[]>([]);

/** Provides the screens that the layout links to. */
export const ScreensProvider = ScreensContext.Provider;

/** Returns every screen of the console. */
export function useScreens(): readonly Screen[] {
  return useContext(ScreensContext);
}
