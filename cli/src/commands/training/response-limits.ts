/** Option for the limits of a regression's answers. */
import type { ResponseLimits } from "@agatha/contracts/kinds/response-limits";
import type { Command, ParsedArguments } from "../../command.js";
import { UsageError } from "../../command-context.js";

export const RESPONSE_LIMIT_OPTIONS: Command["options"] = {
  limits: {
    valueName: "LEAST,GREATEST",
    description:
      "With --type REGRESSION: the least and the greatest possible value, such as 0,100; one may be left out (0,), or both (none); a negative one needs =, as in --limits=-2.5,; told by the data when left out",
  },
};

/** Returns the limits that the option asks for; undefined without it. */
export function responseLimitFields({ limits }: ParsedArguments["options"]): ResponseLimits | undefined {
  if (limits === undefined) return undefined;
  if (limits === "none") return {};
  const ends = limits.split(",");
  const [lower, upper] = ends.map((end) => (end.trim() === "" ? undefined : Number(end)));
  if (
    ends.length !== 2 ||
    ends.every((end) => end.trim() === "") ||
    [lower, upper].some((end) => end !== undefined && !Number.isFinite(end))
  )
    throw new UsageError("--limits is like 0,100 or 0, or ,100 or none");
  return { ...(lower !== undefined && { lower }), ...(upper !== undefined && { upper }) };
}
