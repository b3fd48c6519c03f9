import type { IndicatorName } from "@agatha/contracts";
import { ALGORITHMS, type AlgorithmName } from "@agatha/contracts/algorithms/index";
import { Chip, LinearProgress, Link as MuiLink, TableCell, TableRow, Typography } from "@mui/material";
import { Link } from "react-router-dom";
import { useCatalogueText } from "../../errors/use-catalogue-text.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { shown } from "../result/shown.js";
import type { Standing } from "./standings.js";

/** What a phone has no room for. */
export const WIDE_ONLY = { display: { xs: "none", sm: "table-cell" } } as const;

/** The platform's word for a training that was ended before its time. */
const STOPPED = "Cancelled";

interface LineProps {
  line: Standing;
  figures: { main: IndicatorName; others: readonly IndicatorName[]; hasBaseline: boolean };
  /** What is said of the first. */
  best: string | null;
  address: string;
}

/** A model of an automatic training: its rank and figures, how far it is, or why it failed. */
export function LeaderboardLine({ line, figures: { main, others, hasBaseline }, best, address }: LineProps) {
  const text = useText(messages);
  const format = useFormat();
  return (
    <TableRow hover>
      <TableCell align="right">{line.rank === null ? "–" : format.number(line.rank)}</TableCell>
      <TableCell component="th" scope="row">
        <MuiLink component={Link} to={address} sx={{ fontWeight: 600, mr: 1 }}>
          {line.name}
        </MuiLink>
        {best === null ? null : <Chip label={best} color="success" variant="outlined" />}
        <Typography variant="body2" color="text.secondary">
          {line.algorithms.map((name) => (isKnown(name) ? text(`algorithm.${name}`) : name)).join(" + ")}
        </Typography>
        <Trouble line={line} />
      </TableCell>
      {line.status === "success" ? (
        <>
          <TableCell align="right" sx={{ fontWeight: 600, whiteSpace: "nowrap" }}>
            {shown(format, main, line.indicators[main])}
          </TableCell>
          {others.map((name) => (
            <TableCell key={name} align="right" sx={{ ...WIDE_ONLY, whiteSpace: "nowrap" }}>
              {shown(format, name, line.indicators[name])}
            </TableCell>
          ))}
          {hasBaseline ? (
            <TableCell align="right" sx={{ ...WIDE_ONLY, whiteSpace: "nowrap" }}>
              {shown(format, main, line.baseline[main])}
            </TableCell>
          ) : null}
        </>
      ) : (
        <TableCell align="right" colSpan={1 + others.length + (hasBaseline ? 1 : 0)}>
          <State line={line} />
        </TableCell>
      )}
    </TableRow>
  );
}

const isKnown = (name: string): name is AlgorithmName => Object.hasOwn(ALGORITHMS, name);

/** How far it is where there are no figures yet, or that there will be none. */
function State({ line: { name, status, progress, reason } }: { line: Standing }) {
  const text = useText(messages);
  const format = useFormat();
  if (status !== "fitting")
    return (
      <Typography variant="body2" color={status === "init" || reason === STOPPED ? "text.secondary" : "error"}>
        {reason === STOPPED ? text("automatic.stopped") : text(`state.${status}`)}
      </Typography>
    );
  return (
    <>
      <Typography variant="body2" color="text.secondary" sx={{ whiteSpace: "nowrap" }}>
        {text("state.fitting")} {format.percent(Math.round(progress * 100) / 100)}
      </Typography>
      <LinearProgress
        aria-label={text("training", { name })}
        variant="determinate"
        value={progress * 100}
        sx={{ height: 4, borderRadius: 1, mt: 0.5, minWidth: 64 }}
      />
    </>
  );
}

function Trouble({ line: { status, reason, message } }: { line: Standing }) {
  const catalogue = useCatalogueText();
  if (!status.endsWith("fail") || reason === STOPPED) return null;
  return (
    <Typography variant="body2" color="error" {...(catalogue(reason) === null ? { lang: "en" } : {})}>
      {catalogue(reason) ?? message}
    </Typography>
  );
}
