/** Options of a search for the settings of a method. */
import { tuningMeasure, tuningParams } from "@agatha/contracts/kinds/tuning";
import type { CreateModelRequest } from "@agatha/contracts/wire";
import type { Command, ParsedArguments } from "../../command.js";
import { UsageError } from "../../command-context.js";
import { parseChoice, parseWholeNumber } from "../../parse-arguments.js";

export const TUNING_OPTIONS: Command["options"] = {
  tune: { valueName: "N", description: "Searches for better settings of the method, for at most N seconds" },
  "tune-by": {
    valueName: "FIGURE",
    description: `With --tune: the figure that the search follows, one of ${tuningMeasure.options.join(", ")}; RMSE, accuracy, or cost with --class-weights when left out`,
  },
};

/** Returns how settings are searched; undefined without a search. */
export function tuningFields({ tune, "tune-by": measure }: ParsedArguments["options"]): CreateModelRequest["tuning"] {
  if (tune === undefined && measure !== undefined) throw new UsageError("--tune-by needs --tune");
  const seconds = parseWholeNumber("tune", tune);
  if (seconds === undefined) return undefined;
  return {
    ...tuningParams.parse({ seconds }),
    ...(measure !== undefined && { measure: parseChoice("tune-by", measure, tuningMeasure.options) }),
  };
}
