import { lagSource, type ModelInfo } from "@agatha/contracts";
import { useCallback } from "react";
import { useText } from "../i18n/use-text.js";
import { messages } from "./messages.js";

/** Returns the words for an input of the model. Example: `load_lag_2` of a time series model is "load, 2 periods before". */
export function useInputName({ forecast }: Pick<ModelInfo, "forecast">): (name: string) => string {
  const text = useText(messages);
  const isSeries = forecast !== undefined;
  return useCallback(
    (name) => {
      const { column, lag } = isSeries ? lagSource(name) : { column: name, lag: null };
      return lag === null ? column : text("periodsBefore", { column, count: lag });
    },
    [isSeries, text],
  );
}
