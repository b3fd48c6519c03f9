import AddIcon from "@mui/icons-material/Add";
import RemoveIcon from "@mui/icons-material/RemoveCircleOutlineOutlined";
import { Box, Button, IconButton, Tooltip } from "@mui/material";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";
import { addSortKey, type SortDraft, type SortKeyDraft } from "../steps/sort-draft.js";
import { ChoiceField } from "./choice-field.js";
import { ColumnField } from "./column-field.js";
import type { FieldsProps } from "./fields-props.js";

/** Sort columns, the primary one first. */
export function SortFields({ draft, columns, problemOf, onChange }: FieldsProps<SortDraft>) {
  const text = useText(messages);
  const change = (key: number, changes: Partial<SortKeyDraft>) =>
    onChange({ by: draft.by.map((sortKey) => (sortKey.key === key ? { ...sortKey, ...changes } : sortKey)) });
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {draft.by.map(({ key, column, order }, i) => (
        <Box key={key} sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 1.5, alignItems: "flex-start" }}>
          <ColumnField
            label={text(i === 0 ? "sort.first" : "sort.next")}
            columns={columns}
            value={column}
            problem={problemOf(`${key}.column`)}
            autoFocus={column === null}
            onChange={({ name }) => change(key, { column: name })}
          />
          <ChoiceField
            label={text("sort.order")}
            value={order}
            choices={["asc", "desc"] as const}
            textOf={(order) => text(`sort.${order}`)}
            onChange={(order) => change(key, { order })}
            width={160}
          />
          {draft.by.length > 1 ? (
            <Tooltip title={text("step.remove")}>
              <IconButton
                aria-label={text("step.remove")}
                onClick={() => onChange({ by: draft.by.filter((sortKey) => sortKey.key !== key) })}
              >
                <RemoveIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          ) : null}
        </Box>
      ))}
      <Box>
        <Button startIcon={<AddIcon />} onClick={() => onChange(addSortKey(draft))}>
          {text("sort.add")}
        </Button>
      </Box>
    </Box>
  );
}
