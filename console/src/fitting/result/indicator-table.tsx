import type { ModelInfo } from "@agatha/contracts";
import { Alert, Box, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages } from "../messages.js";
import { figuresOf, shown } from "./shown.js";
import { verdictOf } from "./verdict.js";

const BASELINES = {
  mean: "figures.baselineMean",
  majority: "figures.baselineMajority",
  naive: "figures.baselineNaive",
  none: "figures.baseline",
} as const;
const SENTENCES = {
  holdout: "figures.holdout",
  cross_validation: "figures.crossValidation",
  leave_one_out: "figures.leaveOneOut",
  latest: "figures.latest",
  rolling_origin: "figures.rollingOrigin",
  none: "figures.none",
} as const;
const SEVERITY = { better: "success", little: "warning", worse: "error" } as const;

/** Held-out figures beside those on the training rows and of a trivial guess, and how they were found. */
export function IndicatorTable({ info }: { info: ModelInfo }) {
  const text = useText(messages);
  const format = useFormat();
  const verdict = verdictOf(info);
  const hasBaseline = info.baseline_kind !== "none";
  const hasTraining = info.validation.method !== "none";
  return (
    <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Typography variant="h3" component="h2">
        {text("figures.title")}
      </Typography>
      {verdict ? <Alert severity={SEVERITY[verdict]}>{text(`figures.verdict.${verdict}`)}</Alert> : null}
      <TableContainer tabIndex={0} role="region" aria-label={text("figures.title")}>
        <Table
          size="small"
          sx={{ "& th": { whiteSpace: { xs: "normal", sm: "nowrap" } }, "& .MuiTableCell-root": { px: { xs: 1, sm: 2 } } }}
        >
          <TableHead>
            <TableRow>
              <TableCell>{text("figures.figure")}</TableCell>
              <TableCell align="right">{text(hasTraining ? "figures.heldOut" : "figures.training")}</TableCell>
              {hasTraining ? <TableCell align="right">{text("figures.training")}</TableCell> : null}
              {hasBaseline ? (
                <TableCell align="right">
                  {text("figures.baseline")}
                  <Typography variant="caption" component="div" color="text.secondary">
                    {text(BASELINES[info.baseline_kind])}
                  </Typography>
                </TableCell>
              ) : null}
            </TableRow>
          </TableHead>
          <TableBody>
            {figuresOf(info).map((name) => (
              <TableRow key={name}>
                <TableCell component="th" scope="row">
                  {name}
                  <Typography
                    variant="caption"
                    component="div"
                    color="text.secondary"
                    sx={{ display: { xs: "none", sm: "block" }, whiteSpace: "normal" }}
                  >
                    {text(`indicator.${name}`)}
                  </Typography>
                </TableCell>
                <TableCell align="right" sx={{ fontWeight: 600, whiteSpace: "nowrap" }}>
                  {shown(format, name, info.indicators[name])}
                  {info.spread[name] == null ? null : ` ± ${shown(format, name, info.spread[name], 2)}`}
                </TableCell>
                {hasTraining ? <TableCell align="right">{shown(format, name, info.train_indicators[name])}</TableCell> : null}
                {hasBaseline ? <TableCell align="right">{shown(format, name, info.baseline[name])}</TableCell> : null}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      <Typography variant="body2" color="text.secondary">
        <HowFound validation={info.validation} />
      </Typography>
    </Box>
  );
}

function HowFound({ validation }: { validation: ModelInfo["validation"] }) {
  const text = useText(messages);
  const format = useFormat();
  const values = { train: format.number(validation.trainRows), heldOut: format.number(validation.heldOutRows), folds: validation.folds };
  return <>{text(SENTENCES[validation.method], values)}</>;
}
