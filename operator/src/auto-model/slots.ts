/**
 * Slot of a model in its automatic training: a letter for the search stage and a number. Slots are part of model names and of the
 * stored status, so the letters never change.
 */
const LETTERS = { candidate: "c", tuned: "t", ensemble: "m", stacked: "s" } as const;

/**
 * candidate: an algorithm with proposed parameters. tuned: with searched ones. ensemble: the mean of several. stacked: a second
 * layer on several.
 */
export type SearchStage = keyof typeof LETTERS;

/** `number` counts from 1. */
export function slotOf(stage: SearchStage, number: number): string {
  return `${LETTERS[stage]}${number}`;
}

/** Returns true if the slot belongs to one of the stages of the search. */
export function isOfStage({ slot }: { slot: string }, ...stages: readonly SearchStage[]): boolean {
  return stages.some((stage) => slot.startsWith(LETTERS[stage]));
}
