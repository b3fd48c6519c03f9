import { Box, Checkbox, FormControlLabel, FormHelperText, TextField } from "@mui/material";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";
import { areTimes, type UnpivotDraft } from "../steps/unpivot-draft.js";
import { ColumnsField } from "./column-field.js";
import type { FieldsProps } from "./fields-props.js";

/** The columns that become rows, and the names of the two columns that come out. */
export function UnpivotFields({ draft, columns, problemOf, onChange }: FieldsProps<UnpivotDraft>) {
  const text = useText(messages);
  const canBeTimes = areTimes(draft);
  const nameField = (field: "names" | "values") => {
    const problem = problemOf(field);
    return (
      <TextField
        label={text(`unpivot.${field}`)}
        value={draft[field]}
        onChange={(event) => onChange({ ...draft, [field]: event.target.value })}
        error={problem !== undefined}
        helperText={problem ? text(`problem.${problem}`) : undefined}
      />
    );
  };
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <div>
        <ColumnsField
          label={text("unpivot.columns")}
          columns={columns}
          value={draft.columns}
          problem={problemOf("columns")}
          onChange={(chosen) => onChange({ ...draft, columns: chosen })}
        />
        {canBeTimes ? (
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={draft.readsTimes}
                onChange={(event) => onChange({ ...draft, readsTimes: event.target.checked })}
              />
            }
            label={text("unpivot.readTimes")}
          />
        ) : null}
        <FormHelperText>{text(canBeTimes && draft.readsTimes ? "unpivot.asTimes" : "unpivot.asTexts")}</FormHelperText>
      </div>
      <Box sx={{ display: "flex", gap: 2, flexWrap: "wrap", "& > *": { flex: "1 1 240px" } }}>
        {nameField("names")}
        {nameField("values")}
      </Box>
    </Box>
  );
}
