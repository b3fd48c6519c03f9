import { AUDIT_ACTIONS } from "@agatha/contracts/audit-actions";
import { Autocomplete, TextField } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { messages } from "./messages.js";
import { useRecordText } from "./use-record-text.js";

const areaOf = (action: string): string => action.slice(0, action.indexOf("."));

/** All actions, and before those of an area its prefix, such as `login.`, which stands for all of them. */
const CHOICES = AUDIT_ACTIONS.flatMap((action, i) =>
  i === 0 || areaOf(AUDIT_ACTIONS[i - 1]!) !== areaOf(action) ? [`${areaOf(action)}.`, action] : [action],
);

/** Filter by an action or by all of an area. Empty for no filter. */
export function ActionFilter({ action, onAction }: { action: string; onAction(action: string): void }) {
  const text = useText(messages);
  const record = useRecordText();
  return (
    <Autocomplete
      options={CHOICES}
      value={action || null}
      onChange={(_event, chosen) => onAction(chosen ?? "")}
      groupBy={(choice) => record.area(areaOf(choice))}
      getOptionLabel={(choice) =>
        choice.endsWith(".") ? text("detailOf", { name: record.area(areaOf(choice)), value: text("allActions") }) : record.action(choice)
      }
      renderInput={(params) => <TextField {...params} label={text("action")} placeholder={text("allActions")} />}
      sx={{ width: 300, maxWidth: "100%" }}
    />
  );
}
