/** ARIMA whose differences, orders and season are chosen by the data. */
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Forecaster } from "../base/series-method.js";
import { chooseArima } from "./choose-orders.js";
import { type ArimaModel, arimaModel, runArima } from "./seasonal-arima.js";

export const arima: Forecaster<"ARIMA", ArimaModel> = {
  name: "ARIMA",
  fitted: arimaModel,
  fit: (series, { season }, context) => chooseArima(series, season, createYielder(context)),
  run: runArima,
};
