/** Words in the names of columns. Latin words stand between other signs, the others anywhere. */
export interface Words {
  latin: string;
  other: string;
}

/** Returns the source of a pattern, to be matched without regard to case, of any of the words in a text of separate words. */
export const wordPattern = ({ latin, other }: Words): string => `((^|[^a-z])(${latin})(?![a-z])|${other})`;

/** Underscores and capitals separate words: patientId, batch_no. */
export const separateWords = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ");
