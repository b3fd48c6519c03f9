import { z } from "zod";
import { language } from "./shared.js";

/** Place of a text in the console: folder and path, such as `layout.area.home`. */
const textKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_ :-]+)+$/, "Must be a key such as layout.area.home")
  .max(200);
const text = z.string().min(1).max(5000);

/** Texts of the console by language and key, in place of the product's own. A deployment's file of texts has this shape. */
export const consoleTexts = z.partialRecord(language, z.record(textKey, text));
export type ConsoleTexts = z.infer<typeof consoleTexts>;

export const textsAnswer = z.object({
  texts: consoleTexts.describe("Texts of the deployment's file, overridden by those that managers have changed."),
});
export type TextsAnswer = z.infer<typeof textsAnswer>;

/** A text as managers see it. */
const textEdit = z.object({
  text: text.optional().describe("Text in place of the product's own."),
  checked: text.optional().describe("The English text that the translation was checked against."),
});
export type TextEdit = z.infer<typeof textEdit>;
const textEdits = z.partialRecord(language, z.record(textKey, textEdit));

export const textEditsAnswer = z.object({
  edits: textEdits,
  file: consoleTexts.describe("Texts of the deployment's file."),
  file_problem: z.string().nullable().describe("Why the deployment's file of texts is not in use."),
});
export type TextEditsAnswer = z.infer<typeof textEditsAnswer>;

export const textEditsRequest = z.object({
  edits: textEdits.describe("Each entry replaces the stored change of a text. An entry without fields removes it."),
});
export type TextEditsRequest = z.infer<typeof textEditsRequest>;
