/** Extraction steps of a request, on rows that are sent. */
import { editStepRequest, validate } from "@agatha/contracts";
import { createRecordEditor } from "@agatha/trainer/data/edits/record-editor";
import { arbitraryEditStep, arbitraryTable } from "@agatha/trainer/data/edits/testing/arbitrary-edit-steps";
import fc from "fast-check";
import { z } from "zod";
import { type FuzzTarget, fuzzTarget } from "./fuzz-target.js";
import { mutatedJson } from "./mutations.js";

const requestSchema = z.object({ specs: z.array(editStepRequest).max(20), records: z.array(z.record(z.string(), z.unknown())).min(1) });

const input = arbitraryTable.chain(({ columns, rows }) => {
  const records = rows.map((row) => Object.fromEntries(row.map((value, i) => [columns[i]?.name, value])));
  const specs = fc.array(arbitraryEditStep(columns), { minLength: 1, maxLength: 3 });
  return fc.record({
    columns: fc.constant(columns),
    body: mutatedJson(specs.map((all) => ({ specs: all, records }))),
    timezone: fc.constantFrom("UTC", "Asia/Taipei", "Europe/Berlin"),
  });
});

export function editStepRequests(): FuzzTarget {
  const recordEditor = createRecordEditor({ idleMs: 60_000 });
  return fuzzTarget(
    input,
    async ({ columns, body, timezone }) => {
      const { specs, records } = validate(requestSchema, body);
      // The server makes the copy of a join.
      const own = specs.filter((spec) => spec.type !== "join");
      await recordEditor.applyEdits({ columns, timezone, records, specs: own });
      return undefined;
    },
    () => recordEditor.close(),
  );
}
