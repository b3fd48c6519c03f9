/** Parses the limit in the address on the share of unlabelled rows flagged. Returns null to use the comparison's own. */
export function parseFprLimit(value: string | null): number | null {
  const limit = value === null || value.trim() === "" ? Number.NaN : Number(value);
  return limit >= 0 && limit <= 1 ? limit : null;
}
