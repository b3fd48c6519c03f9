import { ALGORITHM_LABELS } from "@agatha/contracts/algorithms/algorithm-labels";
import { METRIC_NAMES } from "@agatha/contracts/ranking/metric-names";
import type { Messages, Translation } from "../i18n/messages.js";

/** Names of algorithms, metrics and inputs, which lists show beside models. */
const en = {
  algorithm: ALGORITHM_LABELS.en,
  metric: METRIC_NAMES.en,
  periodsBefore_one: "{{column}}, {{count}} period before",
  periodsBefore_other: "{{column}}, {{count}} periods before",
  pastFigure: {
    mean: "{{column}}, mean of the last {{count}}",
    deviation: "{{column}}, standard deviation of the last {{count}}",
    change: "{{column}}, change over {{count}} periods",
  },
  calendar: { hour: "Hour of {{column}}", weekday: "Weekday of {{column}} (1: Monday)", month: "Month of {{column}}" },
};

const tw: Translation<typeof en> = {
  algorithm: ALGORITHM_LABELS.tw,
  metric: METRIC_NAMES.tw,
  periodsBefore: "{{column}}（{{count}} 期前）",
  pastFigure: {
    mean: "{{column}}（最近 {{count}} 期的平均值）",
    deviation: "{{column}}（最近 {{count}} 期的標準差）",
    change: "{{column}}（{{count}} 期間的變化）",
  },
  calendar: { hour: "{{column}} 的小時", weekday: "{{column}} 的星期（1：星期一）", month: "{{column}} 的月份" },
};

const cn: Translation<typeof en> = {
  algorithm: ALGORITHM_LABELS.cn,
  metric: METRIC_NAMES.cn,
  periodsBefore: "{{column}}（{{count}} 期前）",
  pastFigure: {
    mean: "{{column}}（最近 {{count}} 期的平均值）",
    deviation: "{{column}}（最近 {{count}} 期的标准差）",
    change: "{{column}}（{{count}} 期间的变化）",
  },
  calendar: { hour: "{{column}} 的小时", weekday: "{{column}} 的星期（1：星期一）", month: "{{column}} 的月份" },
};

const ja: Translation<typeof en> = {
  algorithm: ALGORITHM_LABELS.ja,
  metric: METRIC_NAMES.ja,
  periodsBefore: "{{column}}（{{count}} 期前）",
  pastFigure: {
    mean: "{{column}}（直近 {{count}} 期の平均）",
    deviation: "{{column}}（直近 {{count}} 期の標準偏差）",
    change: "{{column}}（{{count}} 期間の変化）",
  },
  calendar: { hour: "{{column}} の時刻", weekday: "{{column}} の曜日（1：月曜日）", month: "{{column}} の月" },
};

export const messages: Messages<typeof en> = { namespace: "modelNames", en, tw, cn, ja };
