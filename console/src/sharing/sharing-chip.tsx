import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Chip } from "@mui/material";
import { useText } from "../i18n/use-text.js";
import { isSharedWithMe } from "./is-shared-with-me.js";
import { messages } from "./messages.js";

/** One's role in a dataset that is shared with oneself, or with how many people one's own is shared. */
export function SharingChip({ dataset }: { dataset: DatasetAnswer }) {
  const text = useText(messages);
  const shared = isSharedWithMe(dataset);
  if (!shared && dataset.shares.length === 0) return null;
  const label = shared ? text(`roles.${dataset.role}`) : text("count", { count: dataset.shares.length });
  return <Chip size="small" variant="outlined" label={label} sx={{ ml: 1 }} />;
}
