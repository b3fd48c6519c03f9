import { forecast } from "./forecast/en.js";

/** Texts of what a trained model tells of itself. */
export const performance = {
  figures: {
    title: "Performance",
    figure: "Metric",
    heldOut: "On held-out rows",
    training: "On training rows",
    baseline: "Baseline",
    newGroups: "New groups",
    knownGroups: "Known groups",
    laterRows: "Later rows",
    randomRows: "Random rows",
    wholeGroups:
      "Whole groups of {{columns}} were held out ({{groups}} in all), so the figures hold for groups that the model has not seen.",
    laterIntervals:
      "Its {{share}} intervals are as wide as the part with the larger errors needs, and wider the more the errors of near rows are alike.",
    baselineMean: "always the mean",
    baselineMajority: "always the most frequent class",
    baselineNaive: "always the previous value",
    verdict: {
      ranksOnly:
        "Names the right class no more often than the baseline, but its probabilities tell the classes apart (ROC AUC): they rank rows. To find a rare class, decide by cost.",
      better: "Clearly better than the baseline.",
      little: "Hardly better than the baseline.",
      unclear: "Not clearly better than the baseline: the difference may be chance. More rows would tell.",
      worse: "No better than the baseline. Do not rely on this model.",
    },
    holdout: "Measured on {{heldOut}} held-out rows, after training on {{train}}. The final model was then fitted on all rows.",
    crossValidation:
      "{{folds}}-fold cross-validation: each of the {{heldOut}} rows was predicted by a model trained on about {{train}} of the others. The final model was then fitted on all rows.",
    intervals: "In brackets: the 95% interval (bootstrap over {{units}}).",
    units: { rows: "these rows", groups: "the groups of these rows", blocks: "blocks of consecutive rows" },
    spread: "± is the standard deviation over the folds.",
    latest:
      "Measured on the latest {{heldOut}} rows, after training on the {{train}} before them. The final model was then fitted on all rows.",
    rollingOrigin:
      "Measured on {{heldOut}} rows in {{folds}} steps through time (rolling origin), each predicted by a model trained on earlier rows only. The final model was then fitted on all rows.",
    leaveOneOut:
      "Measured by leave-one-out cross-validation, as there are only {{heldOut}} rows. The final model was then fitted on all rows.",
    none: "Measured on the {{train}} training rows.",
  },
  metricMeaning: {
    RMSE: "Root mean squared error, in the target's unit; lower is better",
    MAE: "Mean absolute error, in the target's unit; lower is better",
    MAAPE: "Mean arctangent absolute percentage error, 0 to 1.57; lower is better",
    R2: "Coefficient of determination: share of the variance explained; 1 is perfect, 0 is the mean",
    Accuracy: "Share of rows with the right class; higher is better",
    Kappa: "Agreement beyond chance; 1 is perfect, 0 is chance",
    macroF1: "Mean of the F1 scores of the classes; 1 is perfect",
    cost: "Mean cost of an answer by the costs of wrong answers; 0 is perfect",
    log_loss:
      "Logarithmic loss: how improbable the model found the right classes; 0 is perfect. It decides between models of the same accuracy",
    roc_auc: "Area under the ROC curve: how often the model ranks a row of a class above one of another class; 1 is perfect, 0.5 is chance",
    true_positive: "True positive rate: share of known anomalies that are flagged",
    contamination: "Share of rows without a label that are flagged",
    min_distance: "Distance from perfect detection; 0 is perfect",
    silhouette_score: "How well separated the groups are, -1 to 1; higher is better",
    n_clusters: "How many groups were found",
    CH_index: "Variance between groups over variance within; higher is better",
    MASE: "Mean absolute scaled error over all periods ahead: 1 is the usual change from one season to the next; lower is better",
    sMAPE: "Symmetric mean absolute percentage error over all periods ahead, 0 to 2; lower is better",
  },
  warnings: {
    title: "What to keep in mind",
    noInputs: "Columns that are no inputs",
    few_rows: "There are few rows, so the metrics are uncertain.",
    leakage: "{{column}} alone predicts the target almost perfectly. Is it known before the target is? If not, leave it out.",
    among_leaks:
      "{{column}} stands among columns that give the target away, and has their form: it was probably recorded with them, though its values do not show it. Is it known before the target is? If not, leave it out.",
    names_the_row: "{{column}} only names the row. It is left out unless you choose it yourself: a model cannot learn from names.",
    names_the_group: "{{column}} only names the group. It is left out unless you choose it yourself: it tells nothing of new groups.",
    looks_like_label:
      "{{column}} has two values, one of them rare or its name such as anomaly, and looks like a label of anomalies. It is left out unless you choose it yourself.",
    imbalance:
      "One class is much more frequent than another. Look at Kappa and the confusion matrix rather than at the accuracy, or say what wrong answers cost when you train.",
    rare_classes:
      "Some classes have fewer than {{rows}} rows ({{classes}}), so the figures hardly tell how well they are recognised. Add rows of them, or put them together with a similar class.",
    target_missing: "Rows without a value to predict were left out.",
    rows_sampled: "The model learned from a sample of the rows.",
    constant: "{{column}} has the same value in every row and was left out.",
    all_missing: "{{column}} has no value in any row and was left out.",
    too_many_levels: "{{column}} has too many different values and was left out.",
    too_large: "{{column}} has values too large to compute with and was left out.",
    not_converged: "The method stopped before it had settled. Allow more iterations.",
    not_evaluated:
      "Training succeeded but evaluation failed: the held-out rows give no figure to rank the model by. Add rows, or choose other columns or parameters.",
    overfit:
      "The model fits the rows that it learned from far better than others. Rely on the held-out metrics, and try a search for better settings, fewer columns, a simpler method or more rows.",
    dominant_group:
      "One group ({{groups}}) makes {{share}} of the squared held-out error, so the RMSE depends on it: it is {{rmse}}, and {{rmse_without}} over the other groups. Check its rows. If such groups are to come, add more of them; if not, filter it out and train again.",
    dominant_groups:
      "Two groups ({{groups}}) make {{share}} of the squared held-out error, so the RMSE depends on them: it is {{rmse}}, and {{rmse_without}} over the other groups. Check their rows. If such groups are to come, add more of them; if not, filter them out and train again.",
    not_numeric: "{{column}} holds no numbers and was left out: a time series learns from numbers.",
    times_missing: "Rows without a time were left out.",
    times_repeated: "Some rows are of the same time. Their means were used.",
    times_closed: "Rows of weekdays or hours that hardly ever have a value were left out.",
    times_rounded: "The times are a little uneven and were taken as the nearest period.",
    periods_missing: "Some periods have no row.",
    history_missing: "Rows whose previous values are not known were left out.",
    series_ended: "Some series end before the others and count as 0 from then on.",
    series_short: "These series have too few periods for a forecast of their own ({{count}}): {{names}}.",
    series_past_short:
      "These series have fewer periods than the inputs reach back ({{count}}): {{names}}. Their first value stands in for those before, and their forecasts have no interval.",
    series_behind:
      "These series end before the others, and their forecasts begin there ({{count}}): {{names}}. Leave out those that are discontinued, and add values that are missing.",
    series_sparse:
      "These series have a value in less than half of the periods, and the periods between count as gaps ({{count}}): {{names}}. Train series of another rhythm, such as weeks beside days, by themselves, and add rows with 0 where the value was 0.",
    series_unnamed:
      "{{count}} of {{rows}} rows have no value of {{column}}: they belong to no series and were left out. Fill in a name, such as “other”, so that they count.",
    horizon_unmeasured:
      "Errors more than {{measured}} of {{horizon}} periods ahead were not measured, since the history is too short. The intervals of those forecasts, where there are any, are extended from the others.",
    intervals_missing:
      "The forecast has no intervals. They need {{needed}} forecasts of the next period in the backtest, which made {{made}}. Train again when more periods are known.",
    season_unmeasured:
      "The backtest begins after {{known}} periods, and a season has {{season}}. Where the values repeat by it, the errors of the forecasts to come are smaller than the measured ones.",
    unusual_end:
      "The value {{value}} at {{time}} is far from what was expected ({{lower}} to {{upper}}), and the forecast goes on from it. If it is an error, correct it and train again.",
    unusual_ends:
      "These series end with a value that is far from what was expected (in brackets), and their forecasts go on from it ({{count}}): {{names}}. If it is an error, correct it and train again.",
    not_learned_from: "{{column}} is not learned from: the method goes on from the past of the target alone.",
  },
  importance: {
    title: "Feature importance",
    axis: "Worsening of {{measure}} when shuffled",
    cluster_change: "Share of rows that change group",
    score_change: "Mean change of the score, in standard deviations",
    hint: "Permutation importance on held-out rows. Near zero means that the model does without the column.",
    sampled: "{{count}} of these rows, drawn at random, were used.",
    errorBar: "The line on a bar is ± one standard deviation over the shuffles.",
    column: "Column",
    value: "Importance",
    spread: "Spread",
    all: "Show all {{count}} columns",
    fewer: "Show fewer",
  },
  forecast,
  regression: {
    points: "Actual against predicted",
    actual: "Actual",
    predicted: "Predicted",
    perfect: "Perfect prediction",
    row: "Row",
    error: "Error",
    largest: "Largest errors",
    smallest: "Smallest errors",
    deciles: "How large the errors are",
    decilesAxis: "Share of held-out rows with a smaller error",
    absoluteError: "Absolute error",
  },
  curves: {
    kind: "Curve",
    class: "Class",
    title: "{{kind}}: {{label}}",
    chance: "Chance",
    areas: "Held-out rows. Area under the ROC curve {{auc}}; average precision {{ap}}.",
    roc: { name: "ROC", x: "False positive rate", y: "True positive rate" },
    precisionRecall: { name: "Precision-recall", x: "Recall", y: "Precision" },
    gain: { name: "Gain", x: "Share of rows, the most probable first", y: "Share of the class that is found" },
    lift: { name: "Lift", x: "Share of rows, the most probable first", y: "Times as many as by chance" },
    calibration: {
      title: "Calibration",
      before: "As learned",
      after: "Calibrated",
      perfect: "Perfect",
      x: "Probability of the predicted class",
      xOf: "Probability of {{label}}",
      y: "Share that came true",
      error: "Held-out rows. Expected calibration error {{before}} as learned, {{after}} as shown.",
      rows: "Rows",
    },
  },
  classification: {
    confusion: "Confusion matrix",
    showRows: "Show the {{count}} rows that are {{actual}} and were predicted as {{predicted}}",
    cellRows: "Rows that are {{actual}} and were predicted as {{predicted}}",
    moreRows: "and {{rows}} more",
    confusionHint: "Held-out rows. A row of the table is an actual class; correct predictions are on the diagonal.",
    actualClass: "Actual {{label}}",
    predictedClass: "Predicted {{label}}",
    byClass: "Figures of each class",
    rows: "Rows",
    precision: "Precision",
    recall: "Recall",
    missing: "1 − probability of the actual class",
  },
  decision: {
    leastCost: "The model answers with the class of least expected cost, by the costs that it was trained with.",
    removeToCosts: "Answer by the costs of the training",
    before: "before the decision",
    beforeWhy:
      "A decision is stored on this model. This figure is without it: accuracy, macro F1 and cost are of the class that was chosen before. “Decide by cost” on the model’s page has the decision’s figures, and comparisons follow it.",
    beforeAll:
      "The model answers by a stored decision. The figures, the confusion matrix and the errors below are without it; “Decide by cost” has the decision’s.",
    title: "Decide by cost",
    hintOfTwo:
      "What each answer costs, and from which probability the model answers with the second class. The figures are of held-out rows.",
    hint: "What each answer costs. The model answers with the class of least expected cost. The figures are of held-out rows.",
    costs: "Costs",
    cost: "Cost if {{actual}} is predicted as {{predicted}}",
    noNumber: "Enter a number",
    threshold: "Probability of {{label}} from which it is the answer",
    thresholdValue: "{{label}} from {{value}}",
    cheapest: "Least expected cost",
    figures: "Accuracy {{accuracy}}, macro F1 {{macroF1}}, cost per row {{cost}}",
    intervals: "In brackets: the 95% interval, from the scatter over {{units}}.",
    confusion: "Confusion matrix of this decision",
    stored: "The model answers by a stored decision.",
    likeliest: "The model answers with the likeliest class.",
    store: "Answer by this decision",
    remove: "Answer with the likeliest class",
    saved: "The decision was saved. Every answer from now on follows it.",
  },
  anomalies: {
    title: "Outliers in time",
    axis: "Time",
    about:
      "Latest {{count}} periods. The line is what came, the dashed line the forecast of one period before; marks are outliers by their kind.",
    series: "Series",
    history: "History: {{column}}",
    value: "Value",
    expected: "Forecast",
    kind: "Kind",
    time: "First",
    until: "Last",
    periods: "Periods",
    chance: "Chance",
    chanceAbout: "Chance: how often a normal value lies as far from its forecast.",
    none: "No value lies beyond the threshold.",
    kinds: {
      spike: "Spike",
      level_shift: "Change of level",
      season_change: "Changed season",
    },
    advised: "{{kind}}: {{advice}}",
    advice: {
      spike: "Look at what happened at that time, or whether it was measured wrongly.",
      level_shift:
        "Find out what changed: a part, a setting, a load. If the new level is to stay, nothing needs to be done: later values are compared with it.",
      season_change:
        "The rhythm of the day, week or year is another one. Check shifts, schedules and clocks. Later values are compared with the new rhythm.",
    },
  },
  outlier: {
    scores: "Anomaly scores of all rows",
    score: "Anomaly score",
    rows: "Rows",
    threshold: "Threshold {{value}}",
    most: "Most anomalous rows",
  },
  clustering: {
    title: "The groups",
    cluster: "Group {{number}}",
    rows: "Rows",
    centre: "Typical value",
    density: "Density of {{column}} by group",
    densityColumn: "Column",
    densityAxis: "Density",
  },
  residuals: {
    title: "Residuals against the prediction",
    hint: "Each point is a held-out row. Points without a pattern around zero are noise; a curve or a funnel is something that the model has not learned.",
  },
  partialDependence: {
    class: "Class",
    allClasses: "All classes",
    probabilityOf: "Probability of {{label}}",
    probability: "Probability",
    chooseClass: "Choose a class to see single held-out rows.",
    title: "Partial dependence on {{column}}",
    input: "Input",
    hint: "The mean prediction when the input has this value in every row and the other inputs keep theirs.",
    individual: "A thin line is the same for a single held-out row.",
  },
};

export type PerformanceTexts = typeof performance;
