import { z } from "zod";

/** Bounds of dataset and model names, in characters. */
export const NAME_LENGTH = { min: 1, max: 64 } as const;

/** Dataset and model names begin with an English letter and have only letters and digits. */
export const displayName = z
  .string()
  .trim()
  .min(NAME_LENGTH.min, "Must not be blank")
  .max(NAME_LENGTH.max, `Must have at most ${NAME_LENGTH.max} characters`)
  .regex(/^[A-Za-z][A-Za-z0-9]*$/, "Content contains illegal characters: begin with an English letter, then only letters and digits");

/** Turns a file name into a valid display name: `2024 résumé-v2.csv` becomes `Data2024rsumv2`. */
export function displayNameFromFile(fileName: string): string {
  const letters = fileName.replace(/\.[^.]*$/, "").replace(/[^A-Za-z0-9]/g, "");
  const named = /^[A-Za-z]/.test(letters) ? letters : `Data${letters}`;
  return named.slice(0, NAME_LENGTH.max);
}

/** Column names that the product keeps for itself. */
export const RESERVED_COLUMN_NAMES = ["__id__", "__one__"] as const;

/** Rows that are previewed, sampled, paged and trained on at the most. */
export const ROW_LIMIT = 10_000;
