import { forecastFloor } from "../../data/time-series/interval-around.js";
import type { SeriesTrainingSet } from "../plan/training-set.js";
import { responseOf } from "./known-spans.js";

/** Returns the least lower bound of intervals. */
export const intervalFloor = ({ periods, response }: SeriesTrainingSet): number | undefined => forecastFloor(responseOf(periods, response));
