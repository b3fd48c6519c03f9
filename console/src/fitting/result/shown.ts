import type { IndicatorName, ModelInfo } from "@agatha/contracts";
import type { Format } from "../../i18n/use-format.js";
import { type Ranked, rankingFigure, SHARES } from "../ranking.js";

/** The figures that the model has. */
export function figuresOf(info: ModelInfo): IndicatorName[] {
  return (Object.keys(info.indicators) as IndicatorName[]).filter((name) => info.indicators[name] != null);
}

/** A figure as people read it: shares in percent. */
export function shown(format: Format, name: IndicatorName, value: number | null | undefined, digits?: number): string {
  if (value == null) return "–";
  return SHARES.includes(name) ? format.percent(value) : format.number(value, digits);
}

/** The figure that ranks the model, with its name; null before it has one. */
export function shownRanking(format: Format, model: Ranked): string | null {
  const ranking = rankingFigure(model);
  return ranking && `${ranking.indicator} ${shown(format, ranking.indicator, ranking.figure)}`;
}
