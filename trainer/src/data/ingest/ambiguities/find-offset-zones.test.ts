import type { OffsetZone } from "@agatha/contracts";
import { type IngestRequest, ingestBytes } from "../../../tasks/steps/testing/run-ingest.js";

/** Hours around the changes of clocks in Berlin in 2024, and of a day in summer. */
const BERLIN = ["2024-01-05T00:00:00+01:00", "2024-03-31T01:00:00+01:00", "2024-03-31T03:00:00+02:00", "2024-07-01T12:00:00+02:00"];
const berlin: OffsetZone = { zone: "Europe/Berlin", winter: "+01:00", summer: "+02:00" };

test.each<[string, string[], OffsetZone | undefined, IngestRequest["timezone"]]>([
  ["two offsets that change with the clocks of a zone", BERLIN, berlin, "UTC"],
  ["one offset", BERLIN.slice(0, 2), undefined, "UTC"],
  ["offsets an hour apart that no zone has at these times", [BERLIN[0]!, "2024-01-06T00:00:00+02:00"], undefined, "UTC"],
  ["offsets of two places", [BERLIN[0]!, "2024-01-06T00:00:00+08:00"], undefined, "UTC"],
  ["a time without an offset", [...BERLIN, "2024-07-02T12:00:00"], undefined, "UTC"],
  ["a dataset whose zone was chosen", BERLIN, undefined, "Europe/Berlin"],
])("the zone of offsets from UTC is found: %s", async (_what, times, expected, timezone) => {
  const { columns } = await ingestBytes(`time,x\n${times.map((time, i) => `${time},${i}`).join("\n")}\n`, { timezone });
  expect(columns[0]?.offsetZone).toEqual(expected);
});

test("the data check advises to choose the zone of offsets", async () => {
  const { check } = await ingestBytes(`time,x\n${BERLIN.map((time, i) => `${time},${i}`).join("\n")}\n`, { check: true });
  expect(check?.findings).toContainEqual({
    code: "offsets_of_zone",
    column: "time",
    values: berlin,
    message: expect.stringMatching(/\(\+01:00 and \+02:00\).*such as Europe\/Berlin\..*Choose the time zone/),
  });
});
