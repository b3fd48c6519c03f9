import { turn } from "../event-loop/turns.js";
import { JsonTokenizer } from "./tokenizer.js";
import { ValueReader } from "./value-reader.js";

/** Bytes that are parsed between two other requests. */
const BYTES_PER_TURN = 64_000;

/**
 * Returns the value of JSON in chunks, of any length. Of each list only the first `keep` elements take memory, and are in the value.
 * Throws InvalidInput for what is not JSON.
 */
export async function parseJsonStream(
  chunks: AsyncIterable<Buffer>,
  { keep = Number.POSITIVE_INFINITY }: { keep?: number } = {},
): Promise<unknown> {
  const reader = new ValueReader({ keep });
  const tokenizer = new JsonTokenizer(reader);
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += BYTES_PER_TURN) {
      tokenizer.write(chunk.subarray(from, from + BYTES_PER_TURN));
      await turn();
    }
  }
  tokenizer.end();
  return reader.value;
}
