/** Words on how far a model's figures can be relied on, as the console and the reports write them. */
import type { Language } from "../wire/shared.js";
import type { VerdictKey } from "./baseline-comparison.js";

interface PerformanceTexts {
  verdict: Record<VerdictKey, string>;
  withoutGroupNames: string;
  /** If the verdict is about the cost. */
  baselineCost: string;
  /** If the verdict is about MASE. */
  baselineForecast: string;
  /** Instead of the words on new and known groups, if the groups are copies. */
  copies: { new: string; known: string };
  forecastIntervals: string;
  /** On the figure of a model that was chosen among several. */
  expected: string;
  expectedWithin: string;
  /** By the rows that were held out. */
  expectedOn: Record<"random" | "groups" | "time" | "series", string>;
}

export const PERFORMANCE_TEXTS: Record<Language, PerformanceTexts> = {
  en: {
    verdict: {
      ranksOnly:
        "Names the right class no more often than the baseline, but its probabilities tell the classes apart (ROC AUC), so they can rank rows. To find a rare class, decide by cost.",
      better: "Clearly better than the baseline.",
      little: "Hardly better than the baseline.",
      unclear: "Not clearly better than the baseline: the difference may be chance. More rows would tell.",
      unclearGroups: "Not clearly better than the baseline: the difference may be chance. More groups would tell.",
      worse: "No better than the baseline. Do not rely on this model.",
    },
    copies: { new: "Rows without a copy in training", known: "Rows with a copy in training" },
    withoutGroupNames:
      "It does not learn from the name of the group. For more rows of known groups, a model that is trained for them does, and may be better.",
    baselineCost:
      "The comparison with the baseline is by cost. The baseline’s cost is that of always answering with the class that costs least.",
    baselineForecast:
      "The comparison with the baseline is by MASE, over all periods ahead. The baseline’s MASE and sMAPE are those of repeating the last season.",
    forecastIntervals:
      "For forecasts, the intervals of MASE and sMAPE are those of Student’s t over independent forecast starts or series.",
    expected: "{{metric}} {{found}} on held-out rows; {{expected}} expected on {{rows}} for a model chosen among {{models}}.",
    expectedWithin: "{{expected}} (95% interval {{interval}})",
    expectedOn: { random: "new rows", groups: "rows of new groups", time: "later rows", series: "later periods" },
  },
  tw: {
    verdict: {
      ranksOnly: "回答正確類別的比例並不優於基準模型，但機率能區分類別（ROC AUC），可用來排序資料列。若要找出少見的類別，請依成本決定。",
      better: "明顯優於基準模型。",
      little: "僅略優於基準模型。",
      unclear: "未明顯優於基準模型：差異可能只是偶然，更多資料列才能判斷。",
      unclearGroups: "未明顯優於基準模型：差異可能只是偶然，更多群組才能判斷。",
      worse: "並未優於基準模型，請勿依賴此模型。",
    },
    copies: { new: "訓練資料中沒有副本的列", known: "訓練資料中有副本的列" },
    withoutGroupNames: "它不從群組的名稱學習。若要預測已知群組的更多資料列，專為此訓練的模型會用到群組的名稱，可能更好。",
    baselineCost: "與基準模型的比較依成本。基準模型的成本，是一律回答成本最低的類別時的成本。",
    baselineForecast: "與基準模型的比較依 MASE，涵蓋所有預測期數。基準模型的 MASE 與 sMAPE，是重複上一季節的值時的 MASE 與 sMAPE。",
    forecastIntervals: "預測未來時，MASE 與 sMAPE 的區間依各自獨立的預測起點或序列，以 Student t 分布計算。",
    expected: "{{metric}} 在測試資料上為 {{found}}；由於是從 {{models}} 個模型中選出，在{{rows}}上預期為 {{expected}}。",
    expectedWithin: "{{expected}}（95% 信賴區間 {{interval}}）",
    expectedOn: { random: "新資料列", groups: "新群組的資料列", time: "較晚的資料列", series: "之後的期間" },
  },
  cn: {
    verdict: {
      ranksOnly: "回答正确类别的比例并不优于基线模型，但概率能区分类别（ROC AUC），可用来排序数据行。若要找出少见的类别，请按成本决定。",
      better: "明显优于基线模型。",
      little: "仅略优于基线模型。",
      unclear: "未明显优于基线模型：差异可能只是偶然，需要更多数据行才能判断。",
      unclearGroups: "未明显优于基线模型：差异可能只是偶然，需要更多分组才能判断。",
      worse: "并不优于基线模型，请勿依赖此模型。",
    },
    copies: { new: "训练数据中没有副本的行", known: "训练数据中有副本的行" },
    withoutGroupNames: "它不从分组的名称学习。若要预测已知分组的更多行，专为此训练的模型会用到分组的名称，可能更好。",
    baselineCost: "与基线模型的比较按成本。基线模型的成本，是总是回答成本最低的类别时的成本。",
    baselineForecast: "与基线模型的比较按 MASE，涵盖所有预测期数。基线模型的 MASE 与 sMAPE，是重复上一季节的值时的 MASE 与 sMAPE。",
    forecastIntervals: "预测未来时，MASE 与 sMAPE 的区间按各自独立的预测起点或序列，以 Student t 分布计算。",
    expected: "{{metric}} 在留出数据上为 {{found}}；从 {{models}} 个模型中选出者，在{{rows}}上预期为 {{expected}}。",
    expectedWithin: "{{expected}}（95% 置信区间 {{interval}}）",
    expectedOn: { random: "新的行", groups: "新分组的行", time: "较晚的行", series: "之后的期间" },
  },
  ja: {
    verdict: {
      ranksOnly:
        "正しいクラスを答える割合はベースラインを上回りませんが、確率はクラスを見分けており（ROC AUC）、行の順位付けに使えます。まれなクラスを見つけるには、コストで決めてください。",
      better: "ベースラインより明らかに優れています。",
      little: "ベースラインをわずかに上回る程度です。",
      unclear: "ベースラインより明らかに優れているとは言えません。差は偶然かもしれず、判断にはより多くの行が必要です。",
      unclearGroups: "ベースラインより明らかに優れているとは言えません。差は偶然かもしれず、判断にはより多くのグループが必要です。",
      worse: "ベースラインを上回りません。このモデルに頼らないでください。",
    },
    copies: { new: "学習に複製のない行", known: "学習に複製のある行" },
    withoutGroupNames:
      "グループの名前からは学習していません。既知のグループの行を予測するなら、そのために学習したモデルはグループの名前も使うため、より良いことがあります。",
    baselineCost: "ベースラインとの比較はコストによります。ベースラインのコストは、コストが最小のクラスを常に答えたときの値です。",
    baselineForecast:
      "ベースラインとの比較は、予測するすべての期間にわたる MASE によります。ベースラインの MASE と sMAPE は、直前の季節の値を繰り返したときの値です。",
    forecastIntervals: "将来の予測では、MASE と sMAPE の区間は独立な予測開始時点または系列にわたる Student の t 分布によるものです。",
    expected: "{{metric}}：検証用の行で {{found}}。{{models}} 個から選んだモデルの{{rows}}での期待値：{{expected}}。",
    expectedWithin: "{{expected}}（95% 信頼区間 {{interval}}）",
    expectedOn: { random: "新しい行", groups: "新しいグループの行", time: "後の行", series: "後の期間" },
  },
};
