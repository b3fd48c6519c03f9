import type { ForecastHierarchy } from "@agatha/contracts";
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../../messages.js";
import { formatMetric } from "../metrics/format-metric.js";

const METHODS = ["unreconciled", "bottomUp", "minT"] as const;

/** Errors of a hierarchy by level, of each way to make the forecasts add up; the model's own stands out. */
export function LevelErrors({ hierarchy: { method, levels } }: { hierarchy: ForecastHierarchy }) {
  const text = useText(messages);
  const format = useFormat();
  return (
    <>
      <Typography id="level-errors" variant="h3" component="h2" sx={{ mb: 1 }}>
        {text("forecast.levels")}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {text("forecast.levelsAbout", { method: text(`forecast.${method}`) })}
      </Typography>
      <TableContainer tabIndex={0} role="region" aria-labelledby="level-errors">
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{text("forecast.level")}</TableCell>
              <TableCell align="right">{text("forecast.levelSeries")}</TableCell>
              {METHODS.map((each) => (
                <TableCell key={each} align="right">
                  {text(`forecast.${each}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {levels.map(({ columns, series, MASE }) => (
              <TableRow key={columns.join("\u0000")}>
                <TableCell component="th" scope="row">
                  {columns.join(" / ") || text("forecast.total")}
                </TableCell>
                <TableCell align="right">{format.number(series)}</TableCell>
                {METHODS.map((each) => (
                  <TableCell key={each} align="right" sx={each === method ? { fontWeight: "bold" } : undefined}>
                    {formatMetric(format, "MASE", MASE[each])}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  );
}
