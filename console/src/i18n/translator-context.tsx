import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from "react";
import type { Translator } from "./translator.js";

const TranslatorContext = createContext<Translator | null>(null);

/** Renders its children again when the language changes. */
export function TranslatorProvider({ translator, children }: { translator: Translator; children: ReactNode }) {
  const language = useSyncExternalStore(translator.onLanguageChange, translator.language);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object in each language, so that every text is looked up again
  const value = useMemo(() => ({ ...translator }), [translator, language]);
  return <TranslatorContext.Provider value={value}>{children}</TranslatorContext.Provider>;
}

/** Returns another translator in each language. */
export function useTranslator(): Translator {
  const translator = useContext(TranslatorContext);
  if (translator === null) throw new Error("useTranslator is used outside of TranslatorProvider");
  return translator;
}
