/** Options of outlier detection: known anomalies, and the false alarms that are accepted. */
import { type FalseAlarms, falseAlarms } from "@agatha/contracts/kinds/false-alarms";
import { modelSpec } from "@agatha/contracts/kinds/model";
import type { CreateModelRequest } from "@agatha/contracts/wire";
import type { Command, ParsedArguments } from "../../command.js";
import { UsageError } from "../../command-context.js";
import { parseChoice } from "../../parse-arguments.js";

type OutlierFields = Pick<CreateModelRequest, "semilabel" | "anomaly_value" | "other_rows" | "false_alarms">;

const COUNTED = falseAlarms.shape.of.unwrap().options;
const OTHER_ROWS = modelSpec.shape.otherRows.unwrap().options;

export const OUTLIER_OPTIONS: Command["options"] = {
  semilabel: { valueName: "COLUMN", description: "With --type OCC: the column that marks known anomalies; never learned from" },
  "anomaly-value": {
    valueName: "VALUE",
    description: "Value of that column that marks an anomaly; the rarer of two, or else every value, when left out",
  },
  "other-rows": {
    valueName: "WHAT",
    description: `What the rows are that it does not mark: ${OTHER_ROWS.join(", ")} (meant when left out)`,
  },
  "false-alarms": {
    valueName: "N/M",
    description: "With --type OCC: at most N false alarms out of M normal rows, such as 2/5000 for 2 a week of 5000 rows",
  },
  "false-alarms-of": { valueName: "WHAT", description: "What M counts: rows, or alarms (false discovery rate); rows when left out" },
};

/** Returns how known anomalies are read and how many false alarms are accepted, as the options ask. */
export function outlierFields({ semilabel, ...options }: ParsedArguments["options"]): OutlierFields {
  const { "anomaly-value": anomalyValue, "other-rows": others } = options;
  const budget = falseAlarmFields(options);
  return {
    ...(budget && { false_alarms: budget }),
    ...(semilabel !== undefined && { semilabel }),
    ...(anomalyValue !== undefined && { anomaly_value: anomalyValue }),
    ...(others !== undefined && { other_rows: parseChoice("other-rows", others, OTHER_ROWS) }),
  };
}

/** Returns the budget for false alarms that the options ask for; undefined without one. */
function falseAlarmFields({ "false-alarms": counts, "false-alarms-of": of }: ParsedArguments["options"]): FalseAlarms | undefined {
  if (counts === undefined && of !== undefined) throw new UsageError("--false-alarms-of needs --false-alarms");
  if (counts === undefined) return undefined;
  const [, atMost, outOf] = /^(\d+(?:\.\d+)?)\/(\d+)$/.exec(counts) ?? [];
  const parsed = falseAlarms.safeParse({
    atMost: Number(atMost),
    outOf: Number(outOf),
    of: of && parseChoice("false-alarms-of", of, COUNTED),
  });
  if (!parsed.success) throw new UsageError("--false-alarms is a number and a whole number, such as 2/5000");
  return parsed.data;
}
