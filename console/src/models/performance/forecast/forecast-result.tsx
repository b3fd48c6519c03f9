import type { ModelInfo } from "@agatha/contracts";
import type { ModelAnswer } from "@agatha/contracts/wire";
import { useState } from "react";
import { FullWidthCard } from "../cards.js";
import { BacktestChart } from "./backtest-chart.js";
import { ForecastChart } from "./forecast-chart.js";
import { ForecastErrors } from "./forecast-errors.js";
import { LevelErrors } from "./level-errors.js";
import { shownForecast } from "./shown-forecast.js";

interface ForecastResultProps {
  model: ModelAnswer;
  forecast: NonNullable<ModelInfo["forecast"]>;
  response: string;
}

/** Forecast and backtest of the chosen series, and the errors over all series by periods ahead. */
export function ForecastResult({ model, forecast, response }: ForecastResultProps) {
  const [chosen, choose] = useState(forecast.series?.[0]?.name);
  const named = shownForecast(forecast, chosen);
  const { backtest = [] } = named ?? forecast;
  return (
    <>
      <FullWidthCard>
        <ForecastChart model={model} forecast={forecast} response={response} named={named} onChoose={choose} />
      </FullWidthCard>
      {backtest.length > 0 ? (
        <FullWidthCard>
          <BacktestChart key={chosen ?? ""} backtest={backtest} time={forecast.time} response={response} />
        </FullWidthCard>
      ) : null}
      {forecast.hierarchy ? (
        <FullWidthCard>
          <LevelErrors hierarchy={forecast.hierarchy} />
        </FullWidthCard>
      ) : null}
      <FullWidthCard>
        <ForecastErrors errors={forecast.errors} isPlanned={forecast.known_ahead !== undefined} />
      </FullWidthCard>
    </>
  );
}
