import type { GroupErrors, TimeOrderErrors } from "@agatha/contracts";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

interface QuickModelErrorsProps {
  errors: readonly GroupErrors[];
  labelOf(column: string): string;
}

/** Errors of a quick model for known groups beside those for new ones. */
export function QuickModelErrors({ errors, labelOf }: QuickModelErrorsProps) {
  const text = useText(messages);
  const writerOf = useErrorWriter();
  return errors.map(({ response, measure, known, new: fresh }) => {
    const write = writerOf(measure);
    return (
      <div key={response}>{text(`quickModel.${measure}`, { response: labelOf(response), known: write(known), new: write(fresh) })}</div>
    );
  });
}

interface ErrorsInTimeProps {
  errors: readonly TimeOrderErrors[];
  labelOf(column: string): string;
}

/** Errors of a quick model for random rows beside those for the latest ones. */
export function ErrorsInTime({ errors, labelOf }: ErrorsInTimeProps) {
  const text = useText(messages);
  const writerOf = useErrorWriter();
  return errors.map(({ response, measure, random, later }) => {
    const write = writerOf(measure);
    return (
      <div key={response}>{text(`inTime.${measure}`, { response: labelOf(response), random: write(random), later: write(later) })}</div>
    );
  });
}

/** Returns a function that returns how errors of a measure are written: in the unit of the response, or as a share of the rows. */
function useErrorWriter() {
  const format = useFormat();
  return (measure: GroupErrors["measure"]) => (measure === "RMSE" ? (error: number) => format.number(error, 3) : format.percent);
}
