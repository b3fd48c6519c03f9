/** The forecast of the chosen series: described with the model, or asked for by name. */
import type { ModelInfo, PredictionResult } from "@agatha/contracts";
import type { ApiError } from "@agatha/contracts/client";
import type { ModelAnswer } from "@agatha/contracts/wire";
import type { UseQueryResult } from "@tanstack/react-query";
import { useApi } from "../../../api/services.js";
import { useApiQuery } from "../../../api/use-api-query.js";
import type { FutureFileValues } from "../future-values/future-file.js";
import { futureRows } from "../future-values/values-known-ahead.js";

type Forecast = NonNullable<ModelInfo["forecast"]>;
type Described = NonNullable<Forecast["series"]>[number];

/** The model keeps no values of a series that is asked for by name. */
export type ShownForecast = Omit<Described, "last" | "MASE"> & { last?: Described["last"]; MASE?: Described["MASE"]; isDescribed: boolean };

/** Returns the forecast of a series as the model's description has it, without values of one that it does not describe. */
export function shownForecast(forecast: Forecast, name: string | undefined): ShownForecast | undefined {
  const { series = [], other_series: others = [] } = forecast;
  const described = series.find((each) => each.name === name);
  if (described) return { ...described, isDescribed: true };
  const other = others.find(({ names }) => name !== undefined && names.includes(name));
  return other && name !== undefined ? { name, level: other.level, history: [], steps: [], isDescribed: false } : undefined;
}

/** Asks for the forecast of a series that the model's description leaves out. */
export function useOtherForecast(
  model: ModelAnswer,
  forecast: Forecast,
  { shown, given }: { shown: ShownForecast | undefined; given: FutureFileValues | undefined },
): UseQueryResult<Forecast["steps"], ApiError> {
  const api = useApi();
  const name = shown?.name ?? "";
  const own = new Map([...(given ?? [])].filter(([series]) => series === name));
  const data = futureRows(own, forecast);
  return useApiQuery(
    ["other-forecast", model.id, name, data],
    async (signal) => {
      const request = { type: "whatif" as const, periods: forecast.errors.length, series: [name], ...(data.length > 0 && { data }) };
      const { result } = await api.calculate(model.dataset_id, model.id, request, signal);
      return result && "value" in result ? stepsOf(result) : [];
    },
    { enabled: shown !== undefined && !shown.isDescribed },
  );
}

function stepsOf({ value, time = [], interval }: PredictionResult): Forecast["steps"] {
  return time.map((at, i) => {
    const predicted = value[i];
    return {
      step: i + 1,
      time: at,
      value: typeof predicted === "number" ? predicted : null,
      lower: interval?.[i]?.lower ?? null,
      upper: interval?.[i]?.upper ?? null,
    };
  });
}
