/** Series of few values that stand on fixed places of a season, such as those of three days of the week or of the hours of work. */
import { sumOf } from "../../numeric/linear-algebra/center.js";
import { fillGaps } from "../../numeric/series/fill-gaps.js";
import { MIN_SPARSE_STEP } from "../base/forecaster.js";
import type { EtsModel } from "../ets/exponential-smoothing.js";

/** Least share of the seasons in which a place has a value. */
const MIN_PLACE_SHARE = 0.5;

/** Least share of the values that stand on such places. */
const MIN_VALUES_SHARE = 0.9;

/** Returns true if about half of the periods or more have no value, NaN. The series begins and ends with a value. */
export function areFew(values: Float64Array): boolean {
  return values.length - 1 >= MIN_SPARSE_STEP * (values.filter(Number.isFinite).length - 1);
}

/**
 * Returns the places of the season that have a value in at least half of the seasons, in ascending order. Returns undefined if there
 * are less than two, values stand on all places or on others too, or the series has less than two seasons.
 */
export function seasonPlaces(values: Float64Array, season: number): number[] | undefined {
  const [periods, known] = [new Float64Array(season), new Float64Array(season)];
  values.forEach((value, t) => {
    periods[t % season]++;
    if (Number.isFinite(value)) known[t % season]++;
  });
  const places = [...periods.keys()].filter((place) => known[place] >= MIN_PLACE_SHARE * periods[place]);
  if (values.length < 2 * season || places.length < 2 || places.length === season) return undefined;
  const onPlaces = places.reduce((sum, place) => sum + known[place], 0);
  return onPlaces >= MIN_VALUES_SHARE * sumOf(known) ? places : undefined;
}

/** Returns the series with each missing value on the line between its neighbours at the same place of the season. */
export function fillAtPlaces(series: Float64Array, season: number): Float64Array {
  const filled = series.slice();
  for (let place = 0; place < season; place++) {
    const own = series.filter((_value, t) => t % season === place);
    const [first, last] = [own.findIndex(Number.isFinite), own.findLastIndex(Number.isFinite)];
    const known = fillGaps(own.subarray(first, last + 1));
    own.forEach((_value, i) => {
      filled[i * season + place] = known[Math.max(0, Math.min(known.length - 1, i - first))];
    });
  }
  return filled;
}

/** Returns the model of values at places of the season as one of its periods. The other places lie on the line between their neighbours. */
export function withPlaces(model: EtsModel, places: readonly number[], season: number): EtsModel {
  if (model.season === "none") return model;
  const [first] = places;
  const around = new Float64Array(season + 1).fill(Number.NaN);
  places.forEach((place, i) => {
    around[place - first] = model.seasons[i];
  });
  around[season] = model.seasons[0];
  const filled = fillGaps(around);
  return { ...model, seasons: Array.from({ length: season }, (_, place) => filled[(place - first + season) % season]) };
}
