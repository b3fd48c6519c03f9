import type { AutoModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Paper, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { Loading } from "../../states/loading.js";
import { messages } from "../messages.js";
import { isRunning } from "./course.js";
import { LeaderboardLine, WIDE_ONLY } from "./leaderboard-line.js";
import { decidingFigures, isSurestFirst, standings } from "./standings.js";

interface LeaderboardProps {
  batch: AutoModelAnswer;
  models: readonly ModelAnswer[];
  addressOf(modelId: string): string;
}

/** The models by rank, beside what a trivial guess would score; below them those that are still trained, and those that failed. */
export function Leaderboard({ batch, models, addressOf }: LeaderboardProps) {
  const text = useText(messages);
  const [main, ...others] = decidingFigures(batch);
  const lines = standings(batch, models);
  if (lines.length === 0 || main === undefined) return isRunning(batch) ? <Loading rows={4} height={40} /> : null;
  const hasBaseline = lines.some(({ baseline }) => baseline[main] != null);
  return (
    <Paper sx={{ p: { xs: 1, sm: 2 } }}>
      <Typography variant="h3" component="h2" sx={{ px: { xs: 1, sm: 0 } }}>
        {text("automatic.leaderboard")}
      </Typography>
      <TableContainer tabIndex={0} role="region" aria-label={text("automatic.leaderboard")}>
        <Table size="small" sx={{ "& .MuiTableCell-root": { px: { xs: 1, sm: 2 } } }}>
          <TableHead>
            <TableRow>
              <TableCell align="right">{text("automatic.rank")}</TableCell>
              <TableCell>{text("automatic.model")}</TableCell>
              <TableCell align="right">{main}</TableCell>
              {others.map((name) => (
                <TableCell key={name} align="right" sx={WIDE_ONLY}>
                  {name}
                </TableCell>
              ))}
              {hasBaseline ? (
                <TableCell align="right" sx={WIDE_ONLY}>
                  {text("figures.baseline")}
                </TableCell>
              ) : null}
            </TableRow>
          </TableHead>
          <TableBody>
            {lines.map((line) => (
              <LeaderboardLine
                key={line.id}
                line={line}
                figures={{ main, others, hasBaseline }}
                best={line.rank === 1 ? text(isRunning(batch) ? "automatic.bestSoFar" : "best") : null}
                address={addressOf(line.id)}
              />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 1, px: { xs: 1, sm: 0 } }}>
        {main}: {text(`indicator.${main}`)}. {isSurestFirst(batch) ? text("automatic.surestFirst") : null}
      </Typography>
    </Paper>
  );
}
