import { MIN_SILHOUETTE, type ModelWarning } from "../results/model-warning.js";

/** Warnings of a training in Traditional Chinese, with values in braces. */
export const WARNINGS_TW: Record<ModelWarning["code"], string> = {
  few_rows: "資料列很少，指標並不可靠。",
  leakage: "僅憑 {{column}} 就幾乎能完美預測目標。它在目標之前就已知嗎？若否，請排除。",
  among_leaks:
    "{{column}} 位於會洩漏目標的欄位之間，且形式相同：雖然其數值並未顯示，但很可能是與那些欄位一同記錄的。它在目標之前就已知嗎？若否，請排除。",
  leaks_together: "{{column}} 與另一欄合起來會洩漏目標：目標可由 {{formula}} 算出。兩者在目標之前就都已知嗎？若否，請排除尚未知道的欄位。",
  names_the_row: "{{column}} 只是資料列的編號或名稱。除非您自行選擇，否則會排除：模型無法從名稱學習。",
  names_the_group: "{{column}} 只是群組的名稱。除非您自行選擇，否則會排除：它對新群組沒有任何資訊。",
  row_name_used: "{{column}} 只是資料列的名稱，而模型從它學習。從中學到的不適用於新的資料列：請不選此欄位，重新訓練。",
  group_name_used:
    "{{column}} 只是群組的名稱，而模型從它學習。從中學到的不適用於新群組：請不選此欄位重新訓練，或改為預測已知群組的資料列。",
  time_left_out:
    "{{column}} 是時間。除非您自行選擇，否則會排除：新的資料列多半晚於所有已知的資料列，單憑時間就會顯得異常。若要與先前的值比較，請指定它為時間序列的時間欄位。",
  time_used:
    "{{column}} 是時間，而模型從它學習。晚於所有已知資料列的新資料列，單憑時間就會顯得異常，或歸入最晚的群集。若會有這樣的資料列，請不選此欄位，重新訓練。",
  looks_like_label:
    "{{column}} 只有兩個值，且其中一個少見，欄位名稱像標籤，或值如 ok 與 nok，看來是異常的標籤。除非您自行選擇，否則會排除。",
  alarms_need_share:
    "測試用的正常資料列有 {{count}} 個，最小的 p 值是 {{least}}。依誤報的上限，一同預測的資料列中至少要有 {{percent}}% 是異常才會發出警報；較少見的異常不會有警報。請增加正常的資料列、放寬誤報的上限，或改為限制正常資料列中的誤報。",
  alarms_need_share_of_groups:
    "測試用的正常資料列有 {{count}} 個群組，最小的 p 值是 {{least}}。依誤報的上限，一同預測的資料列中至少要有 {{percent}}% 是異常才會發出警報；較少見的異常不會有警報。請增加群組、放寬誤報的上限，或改為限制正常資料列中的誤報。若不會有新的群組，請以隨機資料列訓練。",
  groups_of_single_rows:
    "幾乎沒有兩個資料列屬於同一群組（{{column}}：{{rows}} 列有 {{groups}} 個群組）。保留這樣的群組等於保留隨機的資料列。請選擇能說明資料列共同點的欄位。",
  limit_for_known_groups:
    "誤報的上限只適用於同樣群組的更多資料列，不適用於新的群組：新的群組可能有更多誤報，其中的異常也可能漏報。要讓上限適用於新的群組，需要 {{needed}} 個有正常資料列的群組，目前有 {{groups}} 個。若會有新的群組，請增加群組，或放寬誤報的上限。",
  labels_of_one_group:
    "所有已知的異常，或所有其他的資料列，都在同一個群組。因此保留的是隨機的資料列，指標適用於同樣群組的更多資料列。若要得到新群組的指標，請加入更多群組的已知異常與其他資料列。",
  imbalance: "某一類別遠比其他類別常見。請看 Kappa 係數與混淆矩陣，而非準確率；也可在訓練時指定答錯的成本。",
  rare_classes: "有些類別少於 {{rows}} 列（{{classes}}），指標幾乎無法說明對它們的辨識能力。請增加這些類別的資料列，或與相近的類別合併。",
  weights_without_class: "沒有資料列屬於這些類別，其成本已略過：{{classes}}。若是拼錯，請依資料列中的寫法更正，再重新訓練。",
  target_missing: "沒有目標值的資料列已排除。",
  rows_sampled: "模型以抽樣的資料列學習。",
  constant: "{{column}} 每列的值都相同，已排除。",
  all_missing: "{{column}} 完全沒有值，已排除。",
  too_many_levels: "{{column}} 的不同值太多，已排除。",
  too_large: "{{column}} 的值過大，無法計算，已排除。",
  not_converged: "方法在穩定之前停止，請允許更多疊代。",
  not_evaluated:
    "訓練成功，但評估失敗：測試資料無法算出用來排名的指標。請增加資料列，或改選其他欄位或參數；如果測試資料是分組或較晚的資料列，請改用隨機資料列。",
  clusters_not_separate: `群集之間幾乎沒有分開：測試資料的平均輪廓係數為 {{silhouette}}，低於 ${MIN_SILHOUETTE} 時，群集不足採信。可試試其他欄位、其他群集數或其他方法；若仍然如此，這些資料列就是同一群。`,
  overfit:
    "模型對訓練資料的擬合遠優於其他資料（過度擬合）。請以測試資料的指標為準，並嘗試搜尋更好的設定、減少欄位、使用較簡單的方法或增加資料列。",
  dominant_group:
    "單一群組（{{groups}}）占測試資料平方誤差的 {{share}}，因此 RMSE 取決於它：含它為 {{rmse}}，其他群組為 {{rmse_without}}。請檢查該群組的資料列。若日後還會有這類群組，請加入更多；若不會，請篩除後重新訓練。",
  dominant_groups:
    "兩個群組（{{groups}}）占測試資料平方誤差的 {{share}}，因此 RMSE 取決於它們：含它們為 {{rmse}}，其他群組為 {{rmse_without}}。請檢查這些群組的資料列。若日後還會有這類群組，請加入更多；若不會，請篩除後重新訓練。",
  not_numeric: "{{column}} 不是數值，已排除：時間序列只從數值學習。",
  times_missing: "沒有時間的資料列已排除。",
  times_repeated:
    "有些列的時間相同，已取其平均。若屬於多個序列，請選擇能區分這些序列的欄位；若需要的是總和，請在訓練預測時將沒有資料列的期計為 0，或先在編輯紀錄中加總。",
  times_closed: "極少有資料的星期或時段，其資料列已略過。",
  times_rounded: "時間間隔略有不齊，已歸到最近的一期。",
  periods_missing:
    "有些期沒有資料列，視為不明，而非 0。若這些期什麼也沒有發生，請在訓練預測時將沒有資料列的期計為 0，或補上值為 0 的資料列。",
  periods_zero: "{{periods}} 期中有 {{count}} 期沒有資料列，計為 0。",
  periods_sparse:
    "只有約一半或更少的期有值，其間各期視為缺值。若這些期什麼也沒有發生，請選擇將沒有資料列的期計為 0，再重新訓練，或彙總為較長的期（例如週）。",
  history_missing: "前期數值不明的資料列已排除。",
  series_ended: "有些序列比其他序列早結束，之後以 0 計。",
  series_short: "以下 {{count}} 個序列的期數太少，無法各自預測：{{names}}。",
  series_unjudged: "以下 {{count}} 個序列的期數太少（已知異常不計），無法判斷異常：{{names}}。",
  series_past_short: "以下 {{count}} 個序列的期數少於輸入所回溯的期數：{{names}}。更早的值以其第一個值代替，預測沒有區間。",
  series_behind: "以下 {{count}} 個序列比其他序列早結束，預測從其結束處開始：{{names}}。已停止的序列請排除，缺少的值請補上。",
  series_sparse:
    "以下 {{count}} 個序列只有約一半或更少的期有值，其間各期視為缺值：{{names}}。週期不同的序列（例如週與日）請分開訓練；若這些期什麼也沒有發生，請選擇將沒有資料列的期計為 0，再重新訓練。",
  series_unnamed: "{{rows}} 列中有 {{count}} 列缺少 {{column}}，不屬於任何序列而未採用。請填入名稱（例如「其他」），以便計入。",
  horizon_unmeasured: "共預測 {{horizon}} 期；歷史太短，{{measured}} 期之後的誤差未能測量，其區間（如有）由較近的期數推估。",
  intervals_missing: "預測沒有區間：回測對下一期只做了 {{made}} 次預測，需要 {{needed}} 次。有更多期的資料後請重新訓練。",
  season_unmeasured: "回測由第 {{known}} 期之後開始，而一個季節週期有 {{season}} 期。若數值依季節重複，未來預測的誤差會小於測得的誤差。",
  worse_than_naive:
    "所有預測期的誤差，是重複上一個季節（沒有季節時為最後一個值）的 {{times}} 倍（MASE 為 {{mase}}，重複則為 {{naive}}）。請勿依賴此預測，改用 ETS 等預測方法或自動訓練。",
  unusual_end: "{{time}} 的值 {{value}} 遠離預期範圍（{{lower}} 至 {{upper}}），而預測由此接續。若為錯誤，請更正後重新訓練。",
  unusual_ends: "以下 {{count}} 個序列的最後幾個值之一遠離預期範圍（括號內），而預測由此接續：{{names}}。若為錯誤，請更正後重新訓練。",
  always_zero: "{{names}} 的各期，目標一向為 0，因此那些期的預測為 0。",
  not_learned_from: "沒有用到 {{column}}：此方法只由目標本身的過去推算。",
};
