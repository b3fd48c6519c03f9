import type { GroupErrors, TimeOrderErrors } from "@agatha/contracts";
import { useFormat } from "../i18n/use-format.js";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** Number of responses that are shown at once: those for which it matters most. */
const SHOWN = 3;

interface QuickModelErrorsProps {
  errors: readonly GroupErrors[];
  /** The groups are copies of rows. */
  ofCopies?: boolean;
  labelOf(column: string): string;
}

/** Errors of a quick model for known groups, next to those for new ones. */
export function QuickModelErrors({ errors, ofCopies = false, labelOf }: QuickModelErrorsProps) {
  const text = useText(messages);
  const writerOf = useErrorWriter();
  const key = ofCopies ? "quickModelOfCopies" : "quickModel";
  const sentences = sortByRatio(errors, ({ known, new: fresh }) => fresh / known).map(({ response, measure, known, new: fresh }) => {
    const write = writerOf(measure);
    return text(`${key}.${measure}`, { response: labelOf(response), known: write(known), new: write(fresh) });
  });
  return <FoldedSentences sentences={sentences} />;
}

interface ErrorsInTimeProps {
  errors: readonly TimeOrderErrors[];
  labelOf(column: string): string;
}

/** Errors of a quick model for random rows, next to those for the latest ones. */
export function ErrorsInTime({ errors, labelOf }: ErrorsInTimeProps) {
  const text = useText(messages);
  const writerOf = useErrorWriter();
  const sentences = sortByRatio(errors, ({ random, later }) => later / random).map(({ response, measure, random, later }) => {
    const write = writerOf(measure);
    return text(`inTime.${measure}`, { response: labelOf(response), random: write(random), later: write(later) });
  });
  return <FoldedSentences sentences={sentences} />;
}

/** Sorts errors by how many times as large they are, the largest ratio first. */
function sortByRatio<T>(errors: readonly T[], ratioOf: (error: T) => number): T[] {
  return [...errors].sort((a, b) => (ratioOf(b) || 0) - (ratioOf(a) || 0));
}

/** Shows the first sentences, and the others once they are asked for. */
function FoldedSentences({ sentences }: { sentences: readonly string[] }) {
  const text = useText(messages);
  const format = useFormat();
  const linesOf = (some: readonly string[]) => some.map((sentence) => <div key={sentence}>{sentence}</div>);
  const more = sentences.length - SHOWN;
  return (
    <>
      {linesOf(sentences.slice(0, SHOWN))}
      {more > 0 ? (
        <details>
          <summary>{text("more", { count: format.number(more) })}</summary>
          {linesOf(sentences.slice(SHOWN))}
        </details>
      ) : null}
    </>
  );
}

/** Returns a function that returns how errors of a measure are written: in the unit of the response, or as a share of the rows. */
function useErrorWriter() {
  const format = useFormat();
  return (measure: GroupErrors["measure"]) => (measure === "RMSE" ? (error: number) => format.number(error, 3) : format.percent);
}
