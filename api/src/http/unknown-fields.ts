import { jsonPath } from "@agatha/contracts";

/** Fields that one answer names, and elements of a list that are looked at: a field is mostly misspelt in all of them. */
const MAX_FIELDS = 10;
const MAX_ELEMENTS = 100;
const MAX_PATH_LENGTH = 100;

/** Returns the paths of fields of a body that its schema does not have. `known` is the body as the schema returned it. */
function unknownFields(sent: unknown, known: unknown): string[] {
  const found: string[] = [];
  const compare = (raw: unknown, kept: unknown, path: PropertyKey[]): void => {
    // The schema kept it unread, or it is no container.
    if (raw === kept || typeof raw !== "object" || raw === null || typeof kept !== "object" || kept === null) return;
    if (Array.isArray(raw)) {
      for (const [index, element] of raw.slice(0, MAX_ELEMENTS).entries()) compare(element, (kept as unknown[])[index], [...path, index]);
      return;
    }
    for (const [name, value] of Object.entries(raw)) {
      if (found.length >= MAX_FIELDS) return;
      if (Object.hasOwn(kept, name)) compare(value, (kept as Record<string, unknown>)[name], [...path, name]);
      else found.push(jsonPath("", [...path, name]).slice(0, MAX_PATH_LENGTH));
    }
  };
  compare(sent, known, []);
  return found;
}

/** Returns the values of the Warning header (code 299 of RFC 7234, 5.5, as Kubernetes uses it) that name the ignored fields of a body. */
export function unknownFieldWarnings(sent: unknown, known: unknown): string[] {
  return unknownFields(sent, known).map((path) => `299 - ${quotedString(`unknown field "${path}" is ignored`)}`);
}

/** A quoted-string of RFC 9110, 5.6.4. Characters beyond ASCII, which a header cannot have, are written as in JSON. */
function quotedString(text: string): string {
  const escaped = text.replace(/["\\]/g, "\\$&");
  return `"${escaped.replace(/[^ -~]/g, (character) => `\\\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)}"`;
}
