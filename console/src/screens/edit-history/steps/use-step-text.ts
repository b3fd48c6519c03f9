import { useCallback } from "react";
import { SIGNIFICANT_DIGITS } from "../../../i18n/format.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import type { StepColumn } from "../../../step-columns/step-columns.js";
import { messages } from "../messages.js";
import { describeStep } from "./describe.js";
import type { DescribedStep } from "./step-draft.js";

/** Returns a function that describes steps in the current language, with the columns' labels. */
export function useStepDescription(): (spec: DescribedStep, label: (column: string) => string) => string {
  const text = useText(messages);
  const format = useFormat();
  return useCallback(
    (spec, label) => describeStep(spec, { text, number: (value) => format.number(value, SIGNIFICANT_DIGITS), label }),
    [text, format],
  );
}

/** Returns a function that describes steps in the current language. `table` supplies the column labels. */
export function useStepText(table: readonly StepColumn[]): (spec: DescribedStep) => string {
  const describe = useStepDescription();
  return useCallback((spec) => describe(spec, (name) => table.find((column) => column.name === name)?.label ?? name), [table, describe]);
}
