import type { EncoderState, Feature } from "../../data/encoding/encoder-state.js";
import { DAY_MS } from "../../data/tables/zoned-time.js";
import { type LayerOutput, LayersGraph } from "../../tensorflow/layers-graph.js";

/**
 * One number of the model's input. It is a column's number; 1 for rows with the level of a text column, else 0; or a part of a
 * time in UTC: the days since a date, the month from 1, the weekday from 0 for Sunday, or the hour. `missing` replaces a missing
 * value.
 */
export type LayersInput = { column: string; missing: number } & (
  | { type: "number" }
  | { type: "level"; level: string }
  | { type: "days"; since: string }
  | { type: "month" | "weekday" | "hour" }
);

interface DescribedFeature {
  input: LayersInput;
  /** Mean in the unit of the input; the scale likewise. */
  center: number;
  scale: number;
}

/** Creates a graph that starts with the encoder. Its input is n × `inputs`; `features` are the inputs of the algorithm. */
export function encoderToLayers({ columns }: EncoderState): { graph: LayersGraph; inputs: LayersInput[]; features: LayerOutput } {
  const described = columns.flatMap((column): DescribedFeature[] => {
    const { name } = column;
    if (column.type === "n") return [describe(column, (missing) => ({ column: name, type: "number", missing }))];
    if (column.type === "s") {
      return column.indicators.map((indicator) =>
        describe(indicator, (missing) => ({ column: name, type: "level", level: indicator.level, missing })),
      );
    }
    // Only forecasters have periods, and they have no layers.
    if (column.type === "p") return [];
    return column.parts.map((feature) => {
      const { part } = feature;
      return part === "days" ? describeDays(name, feature) : describe(feature, (missing) => ({ column: name, type: part, missing }));
    });
  });
  const graph = new LayersGraph("row", described.length);
  return { graph, inputs: described.map(({ input }) => input), features: graph.standardise(graph.input, described) };
}

function describe({ fill, center, scale }: Feature, toInput: (missing: number) => LayersInput): DescribedFeature {
  return { input: toInput(fill ?? center), center, scale };
}

/** Counts days from their training mean, since 32 bits hold days since 1970 only to a few minutes. */
function describeDays(column: string, { fill, center, scale }: Feature): DescribedFeature {
  const origin = Math.floor(center);
  const since = new Date(origin * DAY_MS).toISOString().slice(0, "YYYY-MM-DD".length);
  return {
    input: { column, type: "days", since, missing: (fill ?? center) - origin },
    center: center - origin,
    scale,
  };
}
