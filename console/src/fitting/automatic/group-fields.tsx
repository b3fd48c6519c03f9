import { Box, FormControl, FormHelperText, FormLabel } from "@mui/material";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { NumberField } from "../number-field.js";
import { type AutomaticDraft, type AutomaticProblems, groupBounds, MOST_COUNTS } from "./automatic-draft.js";

interface GroupFieldsProps {
  wanted: AutomaticDraft;
  rows: number;
  problems: AutomaticProblems;
  onWanted(wanted: AutomaticDraft): void;
}

/** How many groups are tried. */
export function GroupFields({ wanted, rows, problems, onWanted }: GroupFieldsProps) {
  const text = useText(messages);
  const format = useFormat();
  const { min, max } = groupBounds(rows);
  const values = { min: format.number(min), max: format.number(max), count: format.number(MOST_COUNTS) };
  const said = (problem: AutomaticProblems["most"]) => problem && text(`automatic.${problem}`, values);
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend">{text("automatic.groups")}</FormLabel>
      <Box sx={{ display: "flex", gap: 2, flexWrap: "wrap", mt: 1.5 }}>
        <NumberField
          label={text("automatic.fewest")}
          value={wanted.fewest}
          onChange={(fewest) => onWanted({ ...wanted, fewest })}
          problem={said(problems.fewest)}
        />
        <NumberField
          label={text("automatic.most")}
          value={wanted.most}
          onChange={(most) => onWanted({ ...wanted, most })}
          problem={said(problems.most)}
        />
      </Box>
      <FormHelperText sx={{ mx: 0 }}>{text("automatic.groupsHint", values)}</FormHelperText>
    </FormControl>
  );
}
