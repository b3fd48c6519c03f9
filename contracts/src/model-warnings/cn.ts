import { MIN_SILHOUETTE, type ModelWarning } from "../results/model-warning.js";

/** Warnings of a training in Simplified Chinese, with values in braces. */
export const WARNINGS_CN: Record<ModelWarning["code"], string> = {
  few_rows: "行数很少，指标并不可靠。",
  leakage: "仅凭 {{column}} 就几乎能完美预测目标。它在目标之前就已知吗？如果不是，请排除。",
  among_leaks:
    "{{column}} 位于会泄漏目标的列之间，且形式相同：虽然其数值并未显示，但很可能是与那些列一同记录的。它在目标之前就已知吗？如果不是，请排除。",
  leaks_together:
    "{{column}} 与另一列合起来会泄漏目标：目标可由 {{formula}} 算出。两者在目标之前就都已知吗？如果不是，请排除尚未知道的列。",
  names_the_row: "{{column}} 只是行的编号或名称。除非您自行选择，否则会排除：模型无法从名称学习。",
  names_the_group: "{{column}} 只是分组的名称。除非您自行选择，否则会排除：它对新分组没有任何信息。",
  row_name_used: "{{column}} 只是行的名称，而模型从它学习。从中学到的不适用于新的行：请不选此列，重新训练。",
  group_name_used: "{{column}} 只是分组的名称，而模型从它学习。从中学到的不适用于新分组：请不选此列重新训练，或改为预测已知分组的行。",
  time_left_out:
    "{{column}} 是时间。除非您自行选择，否则会排除：新的行多半晚于所有已知的行，仅凭时间就会显得异常。若要与之前的值比较，请指定它为时间序列的时间列。",
  time_used:
    "{{column}} 是时间，而模型从它学习。晚于所有已知行的新行，仅凭时间就会显得异常，或归入最晚的聚类。若会有这样的行，请不选此列，重新训练。",
  looks_like_label: "{{column}} 只有两个值，且其中一个少见，列名像标签，或值如 ok 与 nok，看来是异常的标签。除非您自行选择，否则会排除。",
  alarms_need_share:
    "留出的正常行有 {{count}} 个，最小的 p 值是 {{least}}。按误报的上限，一同预测的行中至少要有 {{percent}}% 是异常才会发出警报；更少见的异常不会有警报。请增加正常的行、放宽误报的上限，或改为限制正常行中的误报。",
  alarms_need_share_of_groups:
    "留出的正常行有 {{count}} 个分组，最小的 p 值是 {{least}}。按误报的上限，一同预测的行中至少要有 {{percent}}% 是异常才会发出警报；更少见的异常不会有警报。请增加分组、放宽误报的上限，或改为限制正常行中的误报。若不会有新的分组，请按随机行训练。",
  groups_of_single_rows:
    "几乎没有两行属于同一分组（{{column}}：{{rows}} 行有 {{groups}} 个分组）。留出这样的分组等于留出随机的行。请选择能说明各行共同点的列。",
  limit_for_known_groups:
    "误报的上限只适用于同样分组的更多行，不适用于新的分组：新的分组可能有更多误报，其中的异常也可能漏报。要让上限适用于新的分组，需要 {{needed}} 个有正常行的分组，目前有 {{groups}} 个。若会有新的分组，请增加分组，或放宽误报的上限。",
  labels_of_one_group:
    "所有已知的异常，或所有其他的行，都在同一个分组。因此留出的是随机的行，指标适用于同样分组的更多行。若要得到新分组的指标，请加入更多分组的已知异常和其他行。",
  imbalance: "某一类别远比其他类别常见。请看 Kappa 系数和混淆矩阵，而不是准确率；也可在训练时说明答错的成本。",
  rare_classes: "有些类别少于 {{rows}} 行（{{classes}}），指标几乎无法说明对它们的识别能力。请增加这些类别的行，或与相近的类别合并。",
  weights_without_class: "没有行属于这些类别，其成本已略过：{{classes}}。若是拼错，请按行中的写法更正，再重新训练。",
  target_missing: "没有目标值的行已排除。",
  rows_sampled: "模型用抽样的行学习。",
  constant: "{{column}} 每行的值都相同，已排除。",
  all_missing: "{{column}} 完全没有值，已排除。",
  too_many_levels: "{{column}} 的不同值太多，已排除。",
  too_large: "{{column}} 的值过大，无法计算，已排除。",
  not_converged: "方法在稳定之前停止，请允许更多迭代。",
  not_evaluated:
    "训练成功，但评估失败：留出数据无法算出用于排名的指标。请增加数据行，或改选其他列或参数；如果留出的是分组或较晚的数据行，请改为留出随机数据行。",
  clusters_not_separate: `聚类之间几乎没有分开：留出数据的平均轮廓系数为 {{silhouette}}，低于 ${MIN_SILHOUETTE} 时，聚类不足为信。可试试其他列、其他聚类数或其他方法；若仍然如此，这些数据行就是同一组。`,
  overfit:
    "模型对训练数据的拟合远优于其他数据（过拟合）。请以留出数据的指标为准，并尝试搜索更好的设置、减少列、使用较简单的方法或增加数据行。",
  dominant_group:
    "单个分组（{{groups}}）占留出数据平方误差的 {{share}}，因此 RMSE 取决于它：含它为 {{rmse}}，其他分组为 {{rmse_without}}。请检查该分组的行。若今后还会有这类分组，请加入更多；若不会，请筛除后重新训练。",
  dominant_groups:
    "两个分组（{{groups}}）占留出数据平方误差的 {{share}}，因此 RMSE 取决于它们：含它们为 {{rmse}}，其他分组为 {{rmse_without}}。请检查这些分组的行。若今后还会有这类分组，请加入更多；若不会，请筛除后重新训练。",
  not_numeric: "{{column}} 不是数值，已排除：时间序列只从数值学习。",
  times_missing: "没有时间的行已排除。",
  times_repeated:
    "有些行的时间相同，已取其平均。若属于多个序列，请选择能区分这些序列的列；若需要的是总和，请在训练预测时将没有行的期计为 0，或先在编辑记录中求和。",
  times_closed: "在几乎没有数据的星期几或时段，其行已略过。",
  times_rounded: "时间间隔略有不齐，已归到最近的一期。",
  periods_missing: "有些期没有行，视为未知，而非 0。若这些期什么也没有发生，请在训练预测时将没有行的期计为 0，或补上值为 0 的行。",
  periods_zero: "{{periods}} 期中有 {{count}} 期没有行，计为 0。",
  periods_sparse:
    "只有约一半或更少的期有值，其间各期视为缺失。若这些期什么也没有发生，请选择将没有行的期计为 0，再重新训练，或汇总为较长的期（例如周）。",
  history_missing: "前期数值不明的行已排除。",
  series_ended: "有些序列比其他序列早结束，之后以 0 计。",
  series_short: "以下 {{count}} 个序列的期数太少，无法各自预测：{{names}}。",
  series_unjudged: "以下 {{count}} 个序列的期数太少（已知异常不计），无法判断异常：{{names}}。",
  series_past_short: "以下 {{count}} 个序列的期数少于输入所回溯的期数：{{names}}。更早的值以其首个值代替，预测没有区间。",
  series_behind: "以下 {{count}} 个序列比其他序列早结束，预测从其结束处开始：{{names}}。已停止的序列请排除，缺失的值请补上。",
  series_sparse:
    "以下 {{count}} 个序列只有约一半或更少的期有值，其间各期视为缺失：{{names}}。周期不同的序列（例如周与日）请分开训练；若这些期什么也没有发生，请选择将没有行的期计为 0，再重新训练。",
  series_unnamed: "{{rows}} 行中有 {{count}} 行缺少 {{column}}，不属于任何序列而未采用。请填入名称（例如“其他”），以便计入。",
  horizon_unmeasured: "共预测 {{horizon}} 期；历史太短，{{measured}} 期之后的误差未能测量，其区间（如有）由较近的期数推估。",
  intervals_missing: "预测没有区间：回测对下一期只做了 {{made}} 次预测，需要 {{needed}} 次。有更多期的数据后请重新训练。",
  season_unmeasured: "回测由第 {{known}} 期之后开始，而一个季节周期有 {{season}} 期。若数值按季节重复，未来预测的误差会小于测得的误差。",
  worse_than_naive:
    "所有预测期的误差，是重复上一个季节（没有季节时为最后一个值）的 {{times}} 倍（MASE 为 {{mase}}，重复则为 {{naive}}）。请勿依赖此预测，改用 ETS 等预测方法或自动训练。",
  unusual_end: "{{time}} 的值 {{value}} 远离预期范围（{{lower}} 至 {{upper}}），而预测由此接续。若为错误，请更正后重新训练。",
  unusual_ends: "以下 {{count}} 个序列的最后几个值之一远离预期范围（括号内），而预测由此接续：{{names}}。若为错误，请更正后重新训练。",
  always_zero: "{{names}} 的各期，目标一向为 0，因此那些期的预测为 0。",
  not_learned_from: "没有用到 {{column}}：此方法只由目标本身的过去推算。",
};
