import type { EditStepSpec } from "@agatha/contracts";
import { useCallback } from "react";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { describeStep } from "./describe.js";
import type { StepColumn } from "./step-columns.js";

/** Digits that tell bounds of measurements apart. */
const SIGNIFICANT_DIGITS = 7;

/** Puts steps into words in the present language; `table` knows what columns are called. */
export function useStepText(table: readonly StepColumn[]): (spec: EditStepSpec) => string {
  const text = useText(messages);
  const format = useFormat();
  return useCallback(
    (spec) => {
      const label = (column: string) => table.find(({ name }) => name === column)?.label ?? column;
      return describeStep(spec, { text, number: (value) => format.number(value, SIGNIFICANT_DIGITS), label });
    },
    [table, text, format],
  );
}
