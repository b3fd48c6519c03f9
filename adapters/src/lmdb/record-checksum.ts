import { crc32 } from "node:zlib";

const DIGITS = 8;

/**
 * Returns the text that a table stores for a value: a checksum, then the value's JSON. The checksum is over the table, the key and
 * the JSON, so that it tells a flipped bit after which the JSON still parses, and a value under another key.
 */
export function encodeRecord(table: string, key: string, json: string): string {
  return checksum(table, key, json) + json;
}

/** Returns the JSON of a stored text, or undefined if the text is not as it was written. */
export function decodeRecord(table: string, key: string, text: string): string | undefined {
  const json = text.slice(DIGITS);
  return text.slice(0, DIGITS) === checksum(table, key, json) ? json : undefined;
}

function checksum(table: string, key: string, json: string): string {
  return crc32(json, crc32(`${table}\0${key}\0`))
    .toString(16)
    .padStart(DIGITS, "0");
}
