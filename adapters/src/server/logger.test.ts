import { errorFields, logLine } from "./log-line.js";
import { createLogger } from "./logger.js";

test("a program's log and the lines of programs without one have the same format", () => {
  const lines: string[] = [];
  const logger = createLogger("info", { write: (line) => void lines.push(line) });
  const error = new RangeError("out of bounds");
  logger.info("begun");
  logger.error({ err: error }, "failed");
  const read = (line: string) => Object.entries(JSON.parse(line) as Record<string, unknown>);
  const now = (line: string) => new Date(Object.fromEntries(read(line)).time as string);
  const [begun = "", failed = ""] = lines;
  expect(begun).toMatch(/^\{"level":"info","time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z",.*"msg":"begun"\}\n$/);
  expect(read(logLine("info", "begun", {}, now(begun)))).toEqual(read(begun));
  expect(read(logLine("error", "failed", errorFields(error), now(failed)))).toEqual(read(failed));
});
