import { CacheProvider } from "@emotion/react";
import { CssBaseline, createTheme, type ThemeOptions, ThemeProvider, useMediaQuery } from "@mui/material";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { type TextFunction, useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";
import { createStyleCache } from "./style-cache.js";
import { darkTheme, lightTheme } from "./themes.js";
import { useIsPrinting } from "./use-is-printing.js";

type ColorMode = "light" | "dark";

const STYLE_CACHE = createStyleCache();

const STORAGE_KEY = "agatha.theme";

const ColorModeContext = createContext<readonly [mode: ColorMode, choose: (mode: ColorMode) => void] | null>(null);

/** Returns the colours in use and a function that chooses others. */
export function useColorMode() {
  const value = useContext(ColorModeContext);
  if (value === null) throw new Error("useColorMode is used outside of ColorModeProvider");
  return value;
}

/** Applies the theme that was chosen, or that of the system. */
export function ColorModeProvider({ children }: { children: ReactNode }) {
  const [chosen, setChosen] = useState(() => localStorage.getItem(STORAGE_KEY));
  const isSystemDark = useMediaQuery("(prefers-color-scheme: dark)", { noSsr: true });
  const mode = (chosen ?? (isSystemDark ? "dark" : "light")) === "dark" ? "dark" : "light";
  // Browsers do not print backgrounds, and light text on paper cannot be read.
  const shown = useIsPrinting() ? "light" : mode;
  const text = useText(messages);
  const theme = useMemo(() => createTheme(shown === "dark" ? darkTheme : lightTheme, controlTexts(text)), [shown, text]);
  const value = useMemo(
    () =>
      [
        mode,
        (wanted: ColorMode) => {
          localStorage.setItem(STORAGE_KEY, wanted);
          setChosen(wanted);
        },
      ] as const,
    [mode],
  );
  return (
    <ColorModeContext.Provider value={value}>
      <CacheProvider value={STYLE_CACHE}>
        <ThemeProvider theme={theme}>
          <CssBaseline enableColorScheme />
          {children}
        </ThemeProvider>
      </CacheProvider>
    </ColorModeContext.Provider>
  );
}

/** Texts of controls that have them in English by default. */
function controlTexts(text: TextFunction<typeof messages.en>): ThemeOptions {
  return {
    components: {
      MuiAutocomplete: {
        defaultProps: {
          openText: text("open"),
          closeText: text("close"),
          clearText: text("clear"),
          noOptionsText: text("noOptions"),
          loadingText: text("loading"),
        },
      },
    },
  };
}
