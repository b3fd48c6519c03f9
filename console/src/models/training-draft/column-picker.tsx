import { Box, Button, Checkbox, FormControl, FormControlLabel, FormHelperText, FormLabel, TextField, Typography } from "@mui/material";
import { useState } from "react";
import { columnPickerWidth } from "../../fields/picker-width.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { type ColumnOption, isRowTime, type LearningGoal, usableColumnNames } from "./column-options.js";

interface ColumnPickerProps {
  choices: readonly ColumnOption[];
  chosen: readonly string[];
  goal: LearningGoal;
  /** Columns that only name the group, if the model is for new groups. */
  groupNames?: readonly string[];
  problem: "columnsNeeded" | undefined;
  onChange(chosen: string[]): void;
}

/** Selects the columns that a model learns from, by search, one by one or by a rule. */
export function ColumnPicker({ choices, chosen, goal, groupNames = [], problem, onChange }: ColumnPickerProps) {
  const text = useText(messages);
  const [search, setSearch] = useState("");
  const shown = choices.filter(({ column }) => column.label.toLowerCase().includes(search.trim().toLowerCase()));
  const count = choices.filter(({ column }) => chosen.includes(column.name)).length;
  const names = choices.map(({ column }) => column.name);
  const width = columnPickerWidth(choices.map(({ column }) => column.label));
  const toggle = (name: string) => onChange(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return (
    <FormControl component="fieldset" error={problem !== undefined} data-invalid={problem !== undefined} tabIndex={-1} fullWidth>
      <FormLabel component="legend">{text("create.columns")}</FormLabel>
      <Box sx={{ display: "flex", gap: 1, alignItems: "center", flexWrap: "wrap", mt: 1 }}>
        <TextField
          label={text("create.search")}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          type="search"
          sx={{ width: 220 }}
        />
        <Button onClick={() => onChange(usableColumnNames(choices, goal, groupNames))}>{text("create.usable")}</Button>
        <Button onClick={() => onChange(names)}>{text("create.all")}</Button>
        <Button onClick={() => onChange([])}>{text("create.none")}</Button>
        <Typography variant="body2" color="text.secondary" role="status">
          {text("create.columnsChosen", { count })}
        </Typography>
      </Box>
      {problem ? <FormHelperText>{text(`create.${problem}`)}</FormHelperText> : null}
      <Box
        sx={{
          display: "grid",
          gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${width}px), 1fr))`,
          columnGap: 2,
          maxHeight: 280,
          overflow: "auto",
          mt: 1,
        }}
        tabIndex={-1}
      >
        {shown.map((choice) => (
          <FormControlLabel
            key={choice.column.uid}
            control={<Checkbox size="small" checked={chosen.includes(choice.column.name)} onChange={() => toggle(choice.column.name)} />}
            label={<ColumnLabel choice={choice} goal={goal} isGroupName={groupNames.includes(choice.column.name)} />}
            sx={{ mr: 0, "& .MuiFormControlLabel-label": { minWidth: 0 } }}
          />
        ))}
      </Box>
      {shown.length === 0 ? <Typography color="text.secondary">{text("create.noMatch")}</Typography> : null}
    </FormControl>
  );
}

interface ColumnLabelProps {
  choice: ColumnOption;
  goal: LearningGoal;
  isGroupName: boolean;
}

function ColumnLabel({ choice, goal, isGroupName }: ColumnLabelProps) {
  const { column, quality, usable, labelLike } = choice;
  const text = useText(messages);
  const format = useFormat();
  const isLabel = labelLike && goal === "outliers";
  const isTime = isRowTime(choice, goal);
  const doubt = !usable ? "notUsable" : isLabel ? "labelLike" : isTime ? "isTime" : isGroupName ? "groupName" : null;
  return (
    <Box component="span" sx={{ display: "flex", gap: 1, alignItems: "baseline" }}>
      <Box component="span" sx={{ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }} title={column.label}>
        {column.label}
      </Box>
      {quality < 0.7 || doubt !== null ? (
        <Typography
          component="span"
          variant="caption"
          color={doubt === null ? "text.secondary" : "warning.main"}
          sx={{ whiteSpace: "nowrap" }}
        >
          {doubt === null ? text("create.quality", { quality: format.percent(quality) }) : text(`create.${doubt}`)}
        </Typography>
      ) : null}
    </Box>
  );
}
