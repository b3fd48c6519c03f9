import { z } from "zod";

/** Length limits of dataset and model names, in characters. */
export const NAME_LENGTH = { min: 1, max: 64 } as const;

/** Dataset and model names start with an English letter and contain only letters and digits. */
export const displayName = z
  .string()
  .trim()
  .min(NAME_LENGTH.min, "Must not be blank")
  .max(NAME_LENGTH.max, `Must have at most ${NAME_LENGTH.max} characters`)
  .regex(/^[A-Za-z][A-Za-z0-9]*$/, "Content contains illegal characters: begin with an English letter, then only letters and digits");

/** Returns a valid display name for a file name: `2024 résumé-v2.csv` becomes `Data2024rsumv2`. */
export function displayNameFromFile(fileName: string): string {
  const letters = fileName.replace(/\.[^.]*$/, "").replace(/[^A-Za-z0-9]/g, "");
  const named = /^[A-Za-z]/.test(letters) ? letters : `Data${letters}`;
  return named.slice(0, NAME_LENGTH.max);
}

/** Longest title, in characters. */
export const TITLE_LENGTH = 128;

/** Invisible marks of the direction of text, after which a title would be shown other than it is. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const withoutDirectionMarks = (text: string): string => text.replaceAll(DIRECTION_MARKS, "");

/** Title of a dataset or model: text of any script on one line, without marks of its direction. */
export const title = z
  .string()
  .overwrite(withoutDirectionMarks)
  .trim()
  .min(1, "Must not be blank")
  .max(TITLE_LENGTH, `Must have at most ${TITLE_LENGTH} characters`)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, "Must be one line, without control characters")
  // Kubernetes reads no lone surrogates, so that the definitions need no rule.
  .refine((text) => !/\p{Cs}/u.test(text), "Must have whole characters: a surrogate stands alone");

/** Returns the beginning of a title that has at most `length` UTF-16 units, without half a character at its end. */
export function truncateTitle(text: string, length = TITLE_LENGTH): string {
  return text.slice(0, length).replace(/\p{Cs}$/u, "");
}

/** Returns the title for a file name: `焼成 2024.csv` becomes `焼成 2024`. A name without letters gives none. */
export function titleFromFile(fileName: string): string | undefined {
  return title.safeParse(truncateTitle(fileName.replace(/\.[^.]*$/, "").trim())).data;
}

/** Returns what people are shown: the title, or else the name. A title that kubectl applied may have marks of its direction. */
export function titleOf({ spec }: { spec: { displayName: string; title?: string | undefined } }): string {
  return withoutDirectionMarks(spec.title ?? "").trim() || spec.displayName;
}

/** Column names reserved for the product. */
export const RESERVED_COLUMN_NAMES = ["__id__", "__one__"] as const;
