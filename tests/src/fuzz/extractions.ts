/** Extraction steps as a request has them, on rows that are sent. */
import { extractionSpec, validated } from "@agatha/contracts";
import { createRecordExtractor } from "@agatha/trainer/data/edits/records";
import { stepOn, table } from "@agatha/trainer/data/edits/test-specs";
import fc from "fast-check";
import { z } from "zod";
import { damagedJson } from "./damage.js";
import { type Fuzzed, fuzzed } from "./fuzzed.js";

const asked = z.object({ specs: z.array(extractionSpec).max(20), records: z.array(z.record(z.string(), z.unknown())).min(1) });

const input = table.chain(({ columns, rows }) => {
  const records = rows.map((row) => Object.fromEntries(row.map((value, i) => [columns[i]?.name, value])));
  const specs = fc.array(stepOn(columns), { minLength: 1, maxLength: 3 });
  return fc.record({
    columns: fc.constant(columns),
    body: damagedJson(specs.map((all) => ({ specs: all, records }))),
    timezone: fc.constantFrom("UTC", "Asia/Taipei", "Europe/Berlin"),
  });
});

export function extractionRequests(): Fuzzed {
  const extractor = createRecordExtractor({ idleMs: 60_000 });
  return fuzzed(
    input,
    async ({ columns, body, timezone }) => {
      await extractor.extract({ columns, timezone, ...validated(asked, body) });
      return undefined;
    },
    () => extractor.close(),
  );
}
