/** Problem of a draft step: a message key, by field. */
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
  | "textNeeded"
  | "formulaWrong"
  | "datasetNeeded"
  | "typesDiffer";

export type Problems = Readonly<Record<string, Problem>>;

/** Leaves out the fields without a problem. */
export function withoutNull(problems: Readonly<Record<string, Problem | null>>): Problems {
  return Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, Problem] => entry[1] !== null));
}
