import type { ModelInfo } from "@agatha/contracts";
import { areLaterGroups } from "@agatha/contracts/model-rules/later-groups";
import { compareChosenWithBaseline, compareWithBaseline, judgedCriterion, verdictKey } from "@agatha/contracts/ranking/baseline-comparison";
import type { AutoModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import { Alert, Box, Typography } from "@mui/material";
import { joinSentences } from "../../../i18n/join-sentences.js";
import { useFormat } from "../../../i18n/use-format.js";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../../messages.js";
import { VERDICT_SEVERITY } from "../../verdict-severity.js";
import { drawnUnits } from "./drawn-units.js";
import { ExpectedMetric } from "./expected-metric.js";
import { metricNames } from "./format-metric.js";
import { type MetricColumn, MetricTable } from "./metric-table.js";
import { useLimitsInWords } from "./use-limits-in-words.js";

const BASELINE_TEXT_KEYS = {
  mean: "figures.baselineMean",
  majority: "figures.baselineMajority",
  naive: "figures.baselineNaive",
  none: "figures.baseline",
} as const;
const VALIDATION_TEXT_KEYS = {
  holdout: "figures.holdout",
  cross_validation: "figures.crossValidation",
  leave_one_out: "figures.leaveOneOut",
  latest: "figures.latest",
  rolling_origin: "figures.rollingOrigin",
  none: "figures.none",
} as const;
/** Rows that the held-out metrics are about, and those that the other metrics are about. */
const FOUND_TEXT_KEYS = { random: "figures.knownGroups", groups: "figures.newGroups", time: "figures.laterRows" } as const;
const OTHER_TEXT_KEYS = { random: "figures.newGroups", groups: "figures.knownGroups", time: "figures.randomRows" } as const;

interface ValidationMetricsProps {
  info: ModelInfo;
  beforeDecision?: boolean;
  /** Figure that is expected of a model which was chosen among several; null for others. */
  chosen?: { expected: NonNullable<AutoModelAnswer["expected"]>; heldOutBy: ModelAnswer["held_out_by"] } | null;
}

/** Held-out metrics with those on the training rows and of the trivial guess, and the validation method. */
export function ValidationMetrics({ info, beforeDecision = false, chosen = null }: ValidationMetricsProps) {
  const text = useText(messages);
  const verdict = compareChosenWithBaseline(info, chosen?.expected);
  const columns = useMetricColumns(info);
  return (
    <Box sx={{ display: "grid", gap: 1.5, gridTemplateColumns: "minmax(0, 1fr)" }}>
      <Typography variant="h3" component="h2">
        {text("figures.title")}
      </Typography>
      {beforeDecision ? <Alert severity="info">{text("decision.beforeAll")}</Alert> : null}
      {verdict ? (
        <Alert severity={VERDICT_SEVERITY[verdict]}>{text(`figures.verdict.${verdictKey(verdict, info.validation.rows)}`)}</Alert>
      ) : null}
      {chosen ? (
        <Typography variant="body2">
          <ExpectedMetric indicators={info.indicators} {...chosen} />
        </Typography>
      ) : null}
      <MetricTable label={text("figures.title")} names={metricNames(info)} columns={columns} />
      <Typography variant="body2" color="text.secondary">
        <ValidationMethod info={info} />
      </Typography>
    </Box>
  );
}

function useMetricColumns(info: ModelInfo): MetricColumn[] {
  const text = useText(messages);
  const hasTraining = info.validation.method !== "none";
  const found = { metrics: info.indicators, intervals: info.intervals, spread: info.spread, emphasized: true };
  const columns: MetricColumn[] = [{ key: "found", header: text(headerOf(info.validation)), ...found }];
  if (hasTraining) columns.push({ key: "training", header: text("figures.training"), metrics: info.train_indicators });
  const { other } = info.validation;
  if (other)
    columns.push({
      key: "other",
      header: text(groupKey(OTHER_TEXT_KEYS[info.validation.rows ?? "random"], info.validation)),
      metrics: other.indicators,
      intervals: other.intervals,
    });
  if (info.baseline_kind !== "none") {
    columns.push({
      key: "baseline",
      header: text("figures.baseline"),
      caption: text(BASELINE_TEXT_KEYS[info.baseline_kind]),
      metrics: info.baseline,
      intervals: info.baseline_intervals,
    });
  }
  return columns;
}

/**
 * Returns the header of the held-out metrics. If there are also metrics of other rows, it says which rows the held-out metrics are
 * about.
 */
function headerOf(validation: ModelInfo["validation"]) {
  const { method, rows, other } = validation;
  if (method === "none") return "figures.training";
  if (other && areLaterGroups(validation)) return "figures.laterGroups";
  return other ? groupKey(FOUND_TEXT_KEYS[rows ?? "random"], validation) : "figures.heldOut";
}

/** Groups of copies are not called groups. */
function groupKey<Key extends string>(key: Key, { groupedBy }: ModelInfo["validation"]) {
  if (groupedBy !== "copies") return key;
  if (key === "figures.newGroups") return "figures.copies.new";
  return key === "figures.knownGroups" ? "figures.copies.known" : key;
}

const WHOLE_TEXT_KEYS = { copies: "figures.wholeCopies", consecutive: "figures.wholeBlocks" } as const;

function ValidationMethod({ info }: { info: ModelInfo }) {
  const { validation, intervals = {}, spread, regression, warnings } = info;
  const text = useText(messages);
  const format = useFormat();
  const values = { train: format.number(validation.trainRows), heldOut: format.number(validation.heldOutRows), folds: validation.folds };
  const { rows, groupColumns = [], groupedBy, groups = 0 } = validation;
  const hasIntervals = Object.keys(intervals).length > 0;
  const interval = regression?.interval;
  const limits = useLimitsInWords(regression?.limits);
  const judged = compareWithBaseline(info) !== null && judgedCriterion(info).indicator;
  return joinSentences(
    text(VALIDATION_TEXT_KEYS[validation.method], values),
    hasIntervals && text("figures.intervals", { units: text(`figures.units.${drawnUnits(validation)}`) }),
    intervals.MASE && text("figures.forecastIntervals"),
    judged === "cost" && text("figures.baselineCost"),
    judged === "MASE" && text("figures.baselineForecast"),
    !hasIntervals && Object.keys(spread).length > 0 && text("figures.spread"),
    rows === "groups" &&
      text(groupedBy ? WHOLE_TEXT_KEYS[groupedBy] : "figures.wholeGroups", { columns: groupColumns, groups: format.number(groups) }),
    areLaterGroups(validation) && text("figures.wholeLaterGroups", { columns: groupColumns, groups: format.number(groups) }),
    rows === "groups" &&
      validation.other !== undefined &&
      warnings.some(({ code }) => code === "names_the_group") &&
      text("figures.withoutGroupNames"),
    rows === "time" && interval && text("figures.laterIntervals", { share: format.percent(interval.nominal) }),
    interval?.limits && text("figures.shareIntervals", { upper: format.number(interval.limits.upper) }),
    limits,
  );
}
