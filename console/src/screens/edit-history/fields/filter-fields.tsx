import AddIcon from "@mui/icons-material/Add";
import { Box, Button, Paper, Typography } from "@mui/material";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";
import { addCondition, addGroup, type ConditionGroupDraft, type FilterDraft, updateGroup } from "../steps/filter-draft.js";
import { ChoiceField } from "./choice-field.js";
import { ConditionFields } from "./condition-fields.js";
import type { FieldsProps } from "./fields-props.js";

const COMBINATORS = ["and", "or"] as const;

/** Groups of conditions that select the rows to keep. */
export function FilterFields(props: FieldsProps<FilterDraft>) {
  const text = useText(messages);
  const { draft, onChange } = props;
  const several = draft.groups.length > 1;
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {several ? (
        <ChoiceField
          label={text("filter.rowsThat")}
          value={draft.combine}
          choices={COMBINATORS}
          textOf={(combine) => text(combine === "and" ? "filter.groupsAll" : "filter.groupsAny")}
          onChange={(combine) => onChange({ ...draft, combine })}
          width={240}
        />
      ) : null}
      {draft.groups.map((group, i) => (
        <GroupFields key={group.key} {...props} group={group} number={i + 1} several={several} />
      ))}
      <Box>
        <Button startIcon={<AddIcon />} onClick={() => onChange(addGroup(draft))}>
          {text("filter.addGroup")}
        </Button>
      </Box>
    </Box>
  );
}

interface GroupFieldsProps extends FieldsProps<FilterDraft> {
  group: ConditionGroupDraft;
  number: number;
  several: boolean;
}

function GroupFields({ group, number, several, ...props }: GroupFieldsProps) {
  const text = useText(messages);
  const { draft, onChange } = props;
  const title = text("filter.group", { number });
  return (
    <Paper
      component="fieldset"
      aria-label={title}
      sx={{ m: 0, p: several ? 2 : 0, border: several ? undefined : 0, display: "grid", gap: 2 }}
    >
      {several ? (
        <Typography variant="h3" component="h3">
          {title}
        </Typography>
      ) : null}
      {group.conditions.length > 1 ? (
        <ChoiceField
          label={several ? text("filter.within", { number }) : text("filter.rowsThat")}
          value={group.combine}
          choices={COMBINATORS}
          textOf={(combine) => text(combine === "and" ? "filter.all" : "filter.any")}
          onChange={(combine) => onChange(updateGroup(draft, group.key, (changed) => ({ ...changed, combine })))}
          width={240}
        />
      ) : null}
      {group.conditions.map((condition) => (
        <ConditionFields key={condition.key} {...props} condition={condition} />
      ))}
      <Box>
        <Button startIcon={<AddIcon />} onClick={() => onChange(addCondition(draft, group.key))}>
          {text("filter.addCondition")}
        </Button>
      </Box>
    </Paper>
  );
}
