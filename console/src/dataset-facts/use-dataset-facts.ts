import type { DatasetAnswer } from "@agatha/contracts/wire";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { isSharedWithMe } from "../sharing/is-shared-with-me.js";
import { messages as sharingMessages } from "../sharing/messages.js";
import { messages } from "./messages.js";

/** Returns what distinguishes datasets with the same name. Example: "392 rows · 9 columns · Shared by Amber · 3 minutes ago". */
export function useDatasetFacts(): (dataset: DatasetAnswer) => string {
  const text = useText(messages);
  const sharing = useText(sharingMessages);
  const format = useFormat();
  return (dataset) => {
    const { total_rows, column_count, owner_name: owner, role, updated_at } = dataset;
    const facts: string[] = [];
    if (total_rows !== null) facts.push(text("rows", { count: total_rows, rows: format.number(total_rows) }));
    if (column_count !== null) facts.push(text("columns", { count: column_count }));
    if (isSharedWithMe(dataset)) facts.push(sharing("by", { owner }));
    else if (role !== "owner") facts.push(owner);
    facts.push(format.ago(updated_at, Date.now()));
    return facts.join(" · ");
  };
}
