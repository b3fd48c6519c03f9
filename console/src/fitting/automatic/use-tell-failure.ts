import type { AutoModelAnswer } from "@agatha/contracts/wire";
import { useDialog } from "../../dialogs/dialogs.js";
import { useCatalogueText } from "../../errors/use-catalogue-text.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { useBatchName } from "./use-batch-name.js";

/** Tells in a dialog that an automatic training has failed, and why. */
export function useTellFailure(): (batch: AutoModelAnswer) => void {
  const text = useText(messages);
  const catalogue = useCatalogueText();
  const nameOf = useBatchName();
  const tell = useDialog();
  return (batch) => {
    const sentence = catalogue(batch.reason) ?? text("automatic.failedHint");
    const details = batch.message === null ? [] : [batch.message];
    tell({ status: "error", title: text("automatic.failedTitle", { name: nameOf(batch) }), text: sentence, details });
  };
}
