import type { TextEditsAnswer, TextEditsRequest, TextsAnswer } from "../wire/index.js";
import type { JsonClient } from "./json-client.js";

/** Calls about the texts of the console. */
export const textCalls = ({ fetchJson }: JsonClient) => ({
  /** Texts of the console that differ from the product's own. It needs no session. */
  texts: (signal?: AbortSignal) => fetchJson<TextsAnswer>("/agatha/texts/", { signal }),
  /** The texts that managers changed and checked, and those of the deployment's file. Only managers may ask. */
  textEdits: (signal?: AbortSignal) => fetchJson<TextEditsAnswer>("/manage_agatha/texts/", { signal }),
  changeTexts: (edits: TextEditsRequest["edits"]) =>
    fetchJson<TextEditsAnswer>("/manage_agatha/texts/", { method: "PATCH", body: { edits } }),
});
