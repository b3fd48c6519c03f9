import { type ModelInfo, seriesInputSource } from "@agatha/contracts";
import { useCallback } from "react";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** Returns the words for an input of the model. Example: `load_lag_2` of a time series model is "load, 2 periods before". */
export function useInputName({ forecast, response }: Pick<ModelInfo, "forecast" | "response">): (name: string) => string {
  const text = useText(messages);
  const time = forecast?.time;
  return useCallback(
    (name) => {
      if (time === undefined) return name;
      const source = seriesInputSource(name, { response, time });
      const { column } = source;
      if (source.kind === "own") return column;
      if (source.kind === "lag") return text("periodsBefore", { column, count: source.periods });
      return "periods" in source
        ? text(`pastFigure.${source.kind}`, { column, count: source.periods })
        : text(`calendar.${source.kind}`, { column });
    },
    [time, response, text],
  );
}
