/**
 * Annotated CSV of InfluxDB: lines such as #datatype describe the columns, above the line of the names. Where they have a column of their
 * own, it is the first one and empty in all other lines. Several tables follow each other, each below an empty line and annotations.
 * https://docs.influxdata.com/influxdb/v2/reference/syntax/annotated-csv/
 */
import { createReadStream, createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { ERRORS, invalidFile } from "@agatha/contracts";

const ANNOTATION = /^#(?:group|datatype|default)[, ]/;

export const isAnnotated = (head: string): boolean => ANNOTATION.test(head);

/**
 * Copies the text with empty lines in place of annotations and of repeated names, so that line numbers stay, and without the column of the
 * annotations. Throws InvalidInput (unreadableFile) if a later table has other columns.
 */
export async function withoutAnnotations(source: string, target: string, signal: AbortSignal): Promise<void> {
  const input = createReadStream(source, { encoding: "utf8", highWaterMark: 1 << 20 });
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  const tables = createTableReader();
  async function* plain(): AsyncGenerator<string> {
    for await (const line of lines) yield `${tables.read(line)}\n`;
  }
  await pipeline(plain(), createWriteStream(target), { signal });
}

/** Reads the lines of a text one after the other. A line may begin inside a quoted value. */
function createTableReader() {
  let names: string | undefined;
  let line = 0;
  let isQuoted = false;
  let isAboveNames = true;

  function record(text: string): string {
    if (text === "") return "";
    if (ANNOTATION.test(text)) {
      isAboveNames = true;
      return "";
    }
    const isRepeated = text === names;
    if (isAboveNames && names !== undefined && !isRepeated) throw invalidFile(ERRORS.unreadableFile, "severalTables", { line });
    isAboveNames = false;
    if (isRepeated) return "";
    names ??= text;
    return names.startsWith(",") && text.startsWith(",") ? text.slice(1) : text;
  }

  return {
    read(text: string): string {
      line++;
      const isInside = isQuoted;
      if ((text.split('"').length - 1) % 2 === 1) isQuoted = !isQuoted;
      return isInside ? text : record(text);
    },
  };
}
