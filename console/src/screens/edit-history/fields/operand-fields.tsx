import { Box } from "@mui/material";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { DerivedColumnDraft, OperandDraft } from "../steps/derived-draft.js";
import { ChoiceField } from "./choice-field.js";
import { ColumnField } from "./column-field.js";
import type { FieldsProps } from "./fields-props.js";
import { ValueField } from "./value-field.js";

type OperandSide = "left" | "right";

/** Operands a and b of a formula: each a numeric column or a number. */
export function OperandFields({
  sides,
  draft,
  columns,
  problemOf,
  onChange,
}: FieldsProps<DerivedColumnDraft> & { sides: readonly OperandSide[] }) {
  const text = useText(messages);
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {sides.map((side) => {
        const operand = draft[side];
        const name = text(side === "left" ? "derived.a" : "derived.b");
        const change = (changes: Partial<OperandDraft>) => onChange({ ...draft, [side]: { ...operand, ...changes } });
        return (
          <Box key={side} sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, rowGap: 1.5, alignItems: "flex-start" }}>
            <ChoiceField
              label={text("derived.is", { operand: name })}
              value={operand.kind}
              choices={["column", "value"] as const}
              textOf={(is) => text(is === "column" ? "derived.column" : "derived.number")}
              onChange={(kind) => change({ kind })}
              width={150}
            />
            {operand.kind === "column" ? (
              <ColumnField
                label={name}
                columns={columns}
                types={["n"]}
                value={operand.column}
                problem={problemOf(side)}
                onChange={(column) => change({ column: column.name })}
              />
            ) : (
              <ValueField
                label={name}
                column={undefined}
                value={operand.value}
                problem={problemOf(side)}
                onChange={(value) => change({ value })}
              />
            )}
          </Box>
        );
      })}
    </Box>
  );
}
