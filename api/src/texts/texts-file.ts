import { readFileSync } from "node:fs";
import { errorReason } from "@agatha/contracts";
import { type ConsoleTexts, consoleTexts } from "@agatha/contracts/wire";
import { z } from "zod";

export interface TextsFile {
  texts: ConsoleTexts;
  /** Why the file is not in use; null if it is, or if there is none. */
  problem: string | null;
}

/** Reads the deployment's file of texts. A file that cannot be used is told, and the product's own texts are shown. */
export function readTextsFile(path: string | undefined): TextsFile {
  if (path === undefined) return { texts: {}, problem: null };
  try {
    const parsed = consoleTexts.safeParse(JSON.parse(readFileSync(path, "utf8")));
    if (parsed.success) return { texts: parsed.data, problem: null };
    return { texts: {}, problem: `AGATHA_TEXTS_FILE ${path} is not in use. ${z.prettifyError(parsed.error)}` };
  } catch (error) {
    return { texts: {}, problem: `AGATHA_TEXTS_FILE ${path} is not in use: ${errorReason(error)}` };
  }
}
