import type { AutoModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Paper, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { Loading } from "../feedback/loading.js";
import { joinSentences } from "../i18n/join-sentences.js";
import { useText } from "../i18n/use-text.js";
import { messages as modelMessages } from "../models/messages.js";
import { findsNoAnomaly, isNoBetterThanGuess } from "../models/ranking.js";
import { isRankedByLogLoss, isRankedByTrial, leaderboardEntries, rankedModels, rankingMetrics } from "./leaderboard-entries.js";
import { HIDDEN_ON_PHONES, LeaderboardRow } from "./leaderboard-row.js";
import { messages } from "./messages.js";
import { isRunning } from "./training-status.js";
import { useRankedBy } from "./use-ranked-by.js";

interface LeaderboardProps {
  training: AutoModelAnswer;
  models: readonly ModelAnswer[];
  addressOf(modelId: string): string;
}

/** Trained models by rank with the metrics of the trivial guess, followed by models in training and failed models. */
export function Leaderboard({ training, models, addressOf }: LeaderboardProps) {
  const text = useText(messages);
  const modelText = useText(modelMessages);
  const rankedBy = useRankedBy();
  const [main, ...others] = rankingMetrics(training);
  const lines = leaderboardEntries(training, models);
  if (lines.length === 0 || main === undefined) return isRunning(training) ? <Loading rows={4} height={40} /> : null;
  const badge = isRunning(training) ? text("bestSoFar") : modelText("best");
  /** A model that is no better than the trivial guess is the first without being good. */
  const isNoBetter = (id: string) => models.some((model) => model.id === id && isNoBetterThanGuess(model, training));
  const hasBaseline = lines.some(({ baseline }) => baseline[main] != null);
  return (
    <Paper sx={{ p: { xs: 1, sm: 2 } }}>
      <Typography variant="h3" component="h2" sx={{ px: { xs: 1, sm: 0 } }}>
        {text("leaderboard")}
      </Typography>
      <TableContainer tabIndex={0} role="region" aria-label={text("leaderboard")}>
        <Table size="small" sx={{ "& .MuiTableCell-root": { px: { xs: 1, sm: 2 } } }}>
          <TableHead>
            <TableRow>
              <TableCell align="right">{text("rank")}</TableCell>
              <TableCell>{text("model")}</TableCell>
              <TableCell align="right">{modelText(`metric.${main}`)}</TableCell>
              {others.map((name) => (
                <TableCell key={name} align="right" sx={HIDDEN_ON_PHONES}>
                  {modelText(`metric.${name}`)}
                </TableCell>
              ))}
              {hasBaseline ? (
                <TableCell align="right" sx={HIDDEN_ON_PHONES}>
                  {modelText("figures.baseline")}
                </TableCell>
              ) : null}
            </TableRow>
          </TableHead>
          <TableBody>
            {lines.map((line) => (
              <LeaderboardRow
                key={line.id}
                entry={line}
                metrics={{ main, others, hasBaseline }}
                badge={line.rank === 1 && !isNoBetter(line.id) ? badge : null}
                address={addressOf(line.id)}
              />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 1, px: { xs: 1, sm: 0 } }}>
        {joinSentences(
          rankedBy(main),
          main === "roc_auc" && findsNoAnomaly({ models: rankedModels(training) }) && text("noneFound"),
          isRankedByLogLoss(training) && text("surestFirst"),
          isRankedByTrial(training) && text("firstTriedFirst"),
          lines.some(({ tied }) => tied) && text("tiedHint"),
          lines.some(({ earlier_rows }) => earlier_rows) && text("incomparableHint"),
        )}
      </Typography>
    </Paper>
  );
}
