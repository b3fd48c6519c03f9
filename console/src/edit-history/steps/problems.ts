/** What is wrong with a step that is being described: a key of the texts by the field that has it. */
export type Problem =
  | "columnNeeded"
  | "columnTwice"
  | "valueNeeded"
  | "numberNeeded"
  | "timeNeeded"
  | "timeOfDayNeeded"
  | "rangeNeeded"
  | "rangeOrder"
  | "nameNeeded"
  | "nameTaken"
  | "nameReserved"
  | "figureNeeded"
  | "everyRule"
  | "textNeeded";

export type Problems = Readonly<Record<string, Problem>>;

/** Without those fields that have none. */
export function withoutNull(problems: Readonly<Record<string, Problem | null>>): Problems {
  return Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, Problem] => entry[1] !== null));
}
