/** Breaks lines between words alone. Browsers know the phrases of Japanese, and no words of Chinese, which then breaks at marks. */
export const WHOLE_WORDS = { wordBreak: "keep-all", "&:lang(ja)": { wordBreak: "auto-phrase" } } as const;
