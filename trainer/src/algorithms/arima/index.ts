/** ARIMA whose differences, orders and season are chosen by the data. */
import { createYielder } from "../../numeric/yield-to-event-loop.js";
import type { Forecaster } from "../base/series-method.js";
import { withMaxSeason } from "../base/with-max-season.js";
import { chooseArima } from "./choose-orders.js";
import { type ArimaModel, arimaModel, runArima } from "./seasonal-arima.js";

/** Longest season whose terms the likelihood can carry. */
const MAX_SEASON = 60;

const seasonalArima: Forecaster<"ARIMA", ArimaModel> = {
  name: "ARIMA",
  fitted: arimaModel,
  fit: (series, { season }, context) => chooseArima(series, season, createYielder(context)),
  run: runArima,
};

export const arima = withMaxSeason(seasonalArima, MAX_SEASON);
