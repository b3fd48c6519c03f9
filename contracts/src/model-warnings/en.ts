import { MIN_SILHOUETTE, type ModelWarning } from "../results/model-warning.js";

/** Warnings of a training in English, with values in braces. */
export const WARNINGS_EN: Record<ModelWarning["code"], string> = {
  few_rows: "There are few rows, so the metrics are uncertain.",
  leakage: "{{column}} alone predicts the target almost perfectly. Is it known before the target is? If not, leave it out.",
  among_leaks:
    "{{column}} stands among columns that give the target away, and has their form: it was probably recorded with them, though its values do not show it. Is it known before the target is? If not, leave it out.",
  leaks_together:
    "{{column}} gives the target away together with another column: the target follows from {{formula}}. Are both known before the target is? If not, leave out what is not.",
  names_the_row: "{{column}} only names the row. It is left out unless you choose it yourself: a model cannot learn from names.",
  names_the_group: "{{column}} only names the group. It is left out unless you choose it yourself: it tells nothing of new groups.",
  row_name_used:
    "{{column}} only names the row, and the model learns from it. What it learns there does not hold for new rows: train again without this column.",
  group_name_used:
    "{{column}} only names the group, and the model learns from it. What it learns there does not hold for new groups: train again without this column, or for rows of known groups.",
  time_left_out:
    "{{column}} is a time. It is left out unless you choose it yourself: new rows mostly come later than all known ones, and would seem unusual by their time alone. To compare values with those before them, name it as the time of a series.",
  time_used:
    "{{column}} is a time, and the model learns from it. Rows that come later than all known ones will seem unusual, or fall into the latest cluster, by their time alone. If such rows will come, train again without this column.",
  looks_like_label:
    "{{column}} has two values, one of them rare, its name such as anomaly, or they are verdicts such as ok and nok, and looks like a label of anomalies. It is left out unless you choose it yourself.",
  alarms_need_share:
    "With {{count}} held-out normal rows the smallest p-value is {{least}}. Under the limit on false alarms, rows that are predicted together raise an alarm only if at least {{percent}}% of them are anomalies; rarer ones raise none. Add normal rows, allow more false alarms, or limit them among normal rows instead.",
  alarms_need_share_of_groups:
    "With {{count}} groups of held-out normal rows the smallest p-value is {{least}}. Under the limit on false alarms, rows that are predicted together raise an alarm only if at least {{percent}}% of them are anomalies; rarer ones raise none. Add groups, allow more false alarms, or limit them among normal rows instead. If no new groups will come, train for random rows.",
  groups_of_single_rows:
    "Hardly any two rows have the same group ({{column}}: {{groups}} groups of {{rows}} rows). Holding out such groups is holding out random rows. Choose a column that names what rows have in common.",
  limit_for_known_groups:
    "The limit on false alarms holds for more rows of the same groups, not for new groups: these may raise more false alarms, or hide their anomalies. A limit for new groups needs {{needed}} groups of normal rows, and there are {{groups}}. If new groups will come, add groups or allow more false alarms.",
  labels_of_one_group:
    "One group has all known anomalies, or all other rows. Random rows were held out, so the figures are for more rows of the same groups. For figures of new groups, add known anomalies and other rows of further groups.",
  imbalance:
    "One class is much more frequent than another. Look at Kappa and the confusion matrix rather than at the accuracy, or say what wrong answers cost when you train.",
  rare_classes:
    "Some classes have fewer than {{rows}} rows ({{classes}}), so the figures hardly tell how well they are recognized. Add rows of them, or put them together with a similar class.",
  weights_without_class:
    "The cost of classes that no row has was left out: {{classes}}. If one of them is misspelled, train again with the class as the rows have it.",
  target_missing: "Rows without a value to predict were left out.",
  rows_sampled: "The model learned from a sample of the rows.",
  constant: "{{column}} has the same value in every row and was left out.",
  all_missing: "{{column}} has no value in any row and was left out.",
  too_many_levels: "{{column}} has too many different values and was left out.",
  too_large: "{{column}} has values too large to compute with and was left out.",
  not_converged: "The method stopped before it had settled. Allow more iterations.",
  not_evaluated:
    "Training succeeded but evaluation failed: the held-out rows give no figure to rank the model by. Add rows, choose other columns or parameters, or hold out random rows if groups or later rows were held out.",
  clusters_not_separate: `The clusters are hardly separate: the mean silhouette of held-out rows is {{silhouette}}, and below ${MIN_SILHOUETTE} no structure is to be relied on. Other columns, another number of clusters or another method may show some; if not, the rows form one group.`,
  overfit:
    "The model fits the rows that it learned from far better than others. Rely on the held-out metrics, and try a search for better settings, fewer columns, a simpler method or more rows.",
  dominant_group:
    "One group ({{groups}}) accounts for {{share}} of the squared held-out error, so the RMSE depends on it: it is {{rmse}}, and {{rmse_without}} over the other groups. Check its rows. If such groups are to come, add more of them; if not, filter it out and train again.",
  dominant_groups:
    "Two groups ({{groups}}) account for {{share}} of the squared held-out error, so the RMSE depends on them: it is {{rmse}}, and {{rmse_without}} over the other groups. Check their rows. If such groups are to come, add more of them; if not, filter them out and train again.",
  not_numeric: "{{column}} holds no numbers and was left out: a time series learns from numbers.",
  times_missing: "Rows without a time were left out.",
  times_repeated:
    "Some rows have the same time. Their means were used. If they are of several series, choose a column that tells these apart; if their sum counts, train a forecast with periods without rows counted as 0, or add them up in the edit history first.",
  times_closed: "Rows of weekdays or hours that hardly ever have a value were left out.",
  times_rounded: "The times are a little uneven and were taken as the nearest period.",
  periods_missing:
    "Some periods have no row and count as unknown, not as 0. If nothing happened in them, train a forecast with periods without rows counted as 0, or add rows with 0.",
  periods_zero: "{{count}} of {{periods}} periods have no row and count as 0.",
  periods_sparse:
    "About half of the periods or fewer have a value, and those between count as gaps. If nothing happened in them, train again with periods without rows counted as 0, or aggregate to longer periods, such as weeks.",
  history_missing: "Rows whose previous values are not known were left out.",
  series_ended: "Some series end before the others and count as 0 from then on.",
  series_short: "These series have too few periods for a forecast of their own ({{count}}): {{names}}.",
  series_unjudged:
    "These series have too few periods (known anomalies do not count), and their rows are not judged ({{count}}): {{names}}.",
  series_past_short:
    "These series have fewer periods than the inputs reach back ({{count}}): {{names}}. Their first value stands in for those before, and their forecasts have no interval.",
  series_behind:
    "These series end before the others, and their forecasts begin there ({{count}}): {{names}}. Leave out those that are discontinued, and add values that are missing.",
  series_sparse:
    "These series have a value in about half of the periods or fewer, and the periods between count as gaps ({{count}}): {{names}}. Train series with another rhythm, such as weekly ones among daily ones, separately. If nothing happened in these periods, train again with periods without rows counted as 0.",
  series_unnamed:
    "{{count}} of {{rows}} rows have no value of {{column}}: they belong to no series and were left out. Fill in a name, such as “other”, so that they count.",
  horizon_unmeasured:
    "Errors more than {{measured}} of {{horizon}} periods ahead were not measured, since the history is too short. The intervals of those forecasts, where there are any, are extended from the others.",
  intervals_missing:
    "The forecast has no intervals. They need {{needed}} forecasts of the next period in the backtest, which made {{made}}. Train again when more periods are known.",
  season_unmeasured:
    "The backtest begins after {{known}} periods, and a season has {{season}}. Where the values repeat by it, the errors of the forecasts to come are smaller than the measured ones.",
  worse_than_naive:
    "Over all periods ahead the errors are {{times}} times those of repeating the last season, or the last value where there is no season (MASE {{mase}} against {{naive}}). Do not rely on this forecast: try a forecaster such as ETS, or automatic training.",
  unusual_end:
    "The value {{value}} at {{time}} is far from what was expected ({{lower}} to {{upper}}), and the forecast goes on from it. If it is an error, correct it and train again.",
  unusual_ends:
    "These series end with a value that is far from what was expected (in brackets), and their forecasts go on from it ({{count}}): {{names}}. If it is an error, correct it and train again.",
  always_zero: "The target was 0 in all periods with {{names}}, so it is forecast as 0 there.",
  not_learned_from: "{{column}} is not learned from: the method goes on from the past of the target alone.",
};
