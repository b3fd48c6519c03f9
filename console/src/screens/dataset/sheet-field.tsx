import { MenuItem, TextField } from "@mui/material";
import { messages as fileMessages } from "../../csv-dialect/messages.js";
import { useText } from "../../i18n/use-text.js";
import { useReadOnlyReason } from "../../restrictions/for-role.js";
import { useDatasetUpdate } from "./dataset-update.js";
import { messages } from "./messages.js";

/** Shows which sheet of several was read, and reads another one. */
export function SheetField() {
  const text = useText(messages);
  const fileText = useText(fileMessages);
  const { dataset, update } = useDatasetUpdate();
  const readOnly = useReadOnlyReason();
  const { sheet, sheets } = dataset;
  if (sheet === null || sheets.every((name) => name === sheet)) return null;
  return (
    <TextField
      select
      id="dataset-sheet"
      label={fileText("sheet")}
      value={sheet}
      disabled={readOnly !== null}
      title={readOnly ?? undefined}
      // The rows above the names are those of the sheet that was read.
      onChange={({ target: { value } }) => void update({ sheet: value, skip_rows: 0 }, text("sheetChosen", { sheet: value }))}
      sx={{ minWidth: 180, maxWidth: "100%" }}
    >
      {[...new Set([...sheets, sheet])].map((name) => (
        <MenuItem key={name} value={name}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
