import type { Theme, ThemeOptions } from "@mui/material/styles";
import { DARK_DATA, type DataPalette, LIGHT_DATA } from "./data-palette.js";
import { FORCED_COLORS_STYLES } from "./forced-colors.js";
import { PRINT_STYLES } from "./print.js";
import { WHOLE_WORDS } from "./whole-words.js";
import { wideTables } from "./wide-tables.js";

declare module "@mui/material/styles" {
  interface Palette {
    data: DataPalette;
  }
  interface PaletteOptions {
    data: DataPalette;
  }
}

/** Fonts without those for Chinese and Japanese, whose order depends on the language. */
export const LATIN_FONTS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans"';

/**
 * The system font, then the fonts for `<html lang>`: a character that Chinese and Japanese share is drawn differently in each
 * language.
 */
const FONTS = `${LATIN_FONTS}, var(--cjk-fonts), sans-serif`;
const CJK_FONTS = {
  ":root": { "--cjk-fonts": '"Noto Sans CJK SC"' },
  ":root:lang(zh-Hant)": { "--cjk-fonts": '"Noto Sans CJK TC", "Noto Sans TC", "PingFang TC", "Microsoft JhengHei"' },
  ":root:lang(zh-Hans)": { "--cjk-fonts": '"Noto Sans CJK SC", "Noto Sans SC", "PingFang SC", "Microsoft YaHei"' },
  ":root:lang(ja)": { "--cjk-fonts": '"Noto Sans CJK JP", "Noto Sans JP", "Hiragino Sans", "Yu Gothic UI"' },
};

const LIGHT: ThemeOptions["palette"] = {
  mode: "light",
  primary: { main: "#1d5ea8", dark: "#15477f", light: "#d9e7f7", contrastText: "#fff" },
  secondary: { main: "#4a5565" },
  error: { main: "#b3261e" },
  warning: { main: "#8f4f00" },
  success: { main: "#1f6e43" },
  info: { main: "#1d5ea8" },
  background: { default: "#f5f7f9", paper: "#ffffff" },
  text: { primary: "#1b222c", secondary: "#4a5565" },
  divider: "#dbe1e8",
  data: LIGHT_DATA,
};

const DARK: ThemeOptions["palette"] = {
  mode: "dark",
  primary: { main: "#86b6f0", dark: "#5d97dc", light: "#24364d", contrastText: "#0c1521" },
  secondary: { main: "#b4bfcc" },
  error: { main: "#ff9488" },
  warning: { main: "#f0b35c" },
  success: { main: "#74cf9c" },
  info: { main: "#86b6f0" },
  background: { default: "#12161c", paper: "#1a2028" },
  text: { primary: "#e8edf3", secondary: "#b4bfcc" },
  divider: "#313b47",
  data: DARK_DATA,
};

/** On a phone the button of an alert stands below its text, which would be left half of the width beside it. */
const buttonBelowOnPhones = ({ theme }: { theme: Theme }) => ({
  [theme.breakpoints.down("sm")]: {
    "&:has(> .MuiAlert-action > .MuiButton-root)": {
      flexWrap: "wrap",
      "& > .MuiAlert-message": { flex: "1 1 calc(100% - 48px)" },
      "& > .MuiAlert-action": { marginLeft: "auto", paddingTop: 0 },
    },
  },
});

/** Outline of the element with the keyboard focus. */
const FOCUS = { outline: "2px solid currentColor", outlineOffset: 1 };

function themeOf(palette: ThemeOptions["palette"]): ThemeOptions {
  return {
    palette,
    spacing: 8,
    shape: { borderRadius: 6 },
    typography: {
      fontFamily: FONTS,
      fontSize: 13,
      h1: { fontSize: "1.5rem", fontWeight: 600, lineHeight: 1.3 },
      h2: { fontSize: "1.125rem", fontWeight: 600, lineHeight: 1.4 },
      h3: { fontSize: "1rem", fontWeight: 600, lineHeight: 1.5 },
      button: { textTransform: "none", fontWeight: 600 },
    },
    transitions: {
      duration: { shortest: 100, shorter: 120, short: 150, standard: 160, complex: 190, enteringScreen: 150, leavingScreen: 120 },
    },
    components: {
      MuiCssBaseline: {
        styleOverrides: {
          ...CJK_FONTS,
          // Browsers know the phrases of Japanese: no line ends within one.
          "html:lang(ja)": { wordBreak: "auto-phrase" },
          ...PRINT_STYLES,
          ...FORCED_COLORS_STYLES,
          body: { fontVariantNumeric: "tabular-nums", overflowWrap: "anywhere" },
          "@media (prefers-reduced-motion: reduce)": {
            "*, *::before, *::after": {
              animationDuration: "0.01ms !important",
              animationIterationCount: "1 !important",
              // A transition, however short, of an inherited colour starts one in each element below, one after the other.
              transitionDuration: "0s !important",
              scrollBehavior: "auto !important",
            },
          },
        },
      },
      MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { "&.Mui-focusVisible": FOCUS } } },
      MuiButton: { defaultProps: { disableElevation: true } },
      MuiLink: { styleOverrides: { root: { "&:focus-visible": FOCUS } } },
      MuiPaper: { defaultProps: { variant: "outlined" }, styleOverrides: { root: { backgroundImage: "none" } } },
      MuiMenu: { defaultProps: { slotProps: { paper: { variant: "elevation", elevation: 8 } } } },
      MuiPopover: { defaultProps: { slotProps: { paper: { variant: "elevation", elevation: 8 } } } },
      MuiTextField: { defaultProps: { size: "small", variant: "outlined" } },
      MuiSelect: { defaultProps: { size: "small" } },
      MuiFormControl: { defaultProps: { size: "small" } },
      MuiTableContainer: { styleOverrides: { root: wideTables } },
      // Columns are at least as wide as their longest word, also in Chinese and Japanese. Tables that are too wide scroll.
      MuiTableCell: {
        styleOverrides: {
          root: { overflowWrap: "break-word", wordBreak: "auto-phrase" },
          head: { fontWeight: 600, whiteSpace: "nowrap", ...WHOLE_WORDS },
        },
      },
      MuiDialogActions: { styleOverrides: { root: { padding: "8px 24px 16px" } } },
      MuiTooltip: { defaultProps: { enterDelay: 500, enterNextDelay: 500, arrow: true } },
      MuiChip: { defaultProps: { size: "small" } },
      // The words of a button beside a text are not broken to leave the text more room.
      MuiAlert: { defaultProps: { variant: "outlined" }, styleOverrides: { root: buttonBelowOnPhones, action: { whiteSpace: "nowrap" } } },
    },
  };
}

export const lightTheme = themeOf(LIGHT);
export const darkTheme = themeOf(DARK);
