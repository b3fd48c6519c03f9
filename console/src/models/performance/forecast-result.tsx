import type { ModelInfo } from "@agatha/contracts";
import { useState } from "react";
import { BacktestChart } from "./backtest-chart.js";
import { Card, FullWidthCard } from "./cards.js";
import { ForecastChart } from "./forecast-chart.js";
import { ForecastErrors } from "./forecast-errors.js";

interface ForecastResultProps {
  forecast: NonNullable<ModelInfo["forecast"]>;
  response: string;
}

/** Forecast and backtest of the chosen series, and the errors over all series by periods ahead. */
export function ForecastResult({ forecast, response }: ForecastResultProps) {
  const [chosen, choose] = useState(forecast.series?.[0]?.name);
  const named = forecast.series?.find(({ name }) => name === chosen);
  const { backtest = [] } = named ?? forecast;
  return (
    <>
      <Card>
        <ForecastChart forecast={forecast} response={response} named={named} onChoose={choose} />
      </Card>
      {backtest.length > 0 ? (
        <Card>
          <BacktestChart key={chosen ?? ""} backtest={backtest} time={forecast.time} response={response} />
        </Card>
      ) : null}
      <FullWidthCard>
        <ForecastErrors errors={forecast.errors} />
      </FullWidthCard>
    </>
  );
}
