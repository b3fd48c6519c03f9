import type { FindingTexts } from "./describe-finding.js";

const gapsStay =
  "時間序列由前後的時間學習。若當時什麼也沒有發生（如訂單之間），請在訓練預測時將沒有資料列的期計為 0，或補上值為 0 的資料列。";
const othersInUtc = "其他模型無論時區為何，都以 UTC 取月份、星期與小時：若要依當地時間，請在編輯紀錄中衍生這些欄位。";
const takenAsNumber = "訓練時會照原來的數字使用。若當時沒有量測，請把這些儲存格清空。";
const learnedFromAll =
  "訓練會用到全部。保留作驗證的列若有相同的列已被學過，指標就會過於樂觀。若 40% 以上的資料列有副本，自動訓練會把副本一起保留。";
const unitsKept = "訓練時所有數字照原樣使用。請先統一單位。";

const numbersAsText = {
  what: "{{column}} 是文字，但 {{rows}} 個值中有 {{numbers}} 個看起來像數字。未能讀作數字的例子：「{{example}}」。",
  training: "訓練把它當作文字，超過 50 種不同的值時會排除。請統一數字寫法與小數點，去掉單位與空格。",
};
const timesAsText = {
  what: "{{column}} 是文字，但 {{rows}} 個值中有 {{times}} 個看起來像時間。未能讀作時間的例子：「{{example}}」。",
  training: "訓練把它當作文字，無法用來學習時間序列。請統一時間寫法，例如 2024-01-31 或 2024Q1，並刪去合計列。",
};

export const tw: FindingTexts = {
  near_unique_text: {
    what: "{{column}} 在 {{rows}} 列中有 {{distinct}} 種不同的文字。",
    training: "訓練時會排除超過 50 種值的文字欄位。請由它衍生種類較少的欄位。",
  },
  ambiguous_numbers: {
    what: "{{column}}：{{rows}} 個值中有 {{count}} 個有兩種讀法。「{{example}}」讀作 {{reading}}，也可能是 {{other}}。",
    training: "訓練時會當作 {{reading}}。若不正確，請在「以其他方式讀取」選擇小數點符號；若只有部分值不正確，請在檔案中統一符號。",
  },
  ambiguous_dates: {
    what: "{{column}}：沒有任何值能看出年、月、日的順序，{{rows}} 個值中有 {{count}} 個換個順序會是另一天。「{{example}}」讀作 {{reading}}，也可能是 {{other}}。",
    training: "訓練時會當作 {{reading}}。若不正確，請在「以其他方式讀取」選擇日期的順序。",
  },
  ambiguous_exchanged_days: {
    what: "{{column}}：試算表可能把 {{rows}} 個值中 {{count}} 個的日與月對調了。這些值的日都不超過 12，其他寫法的日期都超過 12。「{{example}}」讀作 {{reading}}，也可能是 {{other}}。",
    training: "訓練時會當作 {{reading}}。若不正確，請在「以其他方式讀取」將日期的順序選為「年在前」。",
  },
  ambiguous_exponents: {
    what: "{{column}}：{{rows}} 個值中有 {{count}} 個在數字之間有 E，例如「{{example}}」，讀作數字 {{reading}}。它們可能是代碼，例如批號。",
    training: "訓練時會當作含有 10 的次方的數字。若是代碼，請將此欄位的類型改為「文字」。",
  },
  unread_values: {
    what: "{{column}}：{{rows}} 個值中有 {{count}} 個無法以為該欄位選擇的類型讀取，例如「{{example}}」。",
    training:
      "這些儲存格為空，訓練時視為缺失值。請將該欄位的類型改為文字，或以可讀取的方式書寫：時間如 2024-01-31 或 2024Q1，數字只用一種小數點且不含單位。",
  },
  times_as_numbers: {
    what: "{{column}} 的數字（例如 {{example}}）看起來像時間。",
    training: "訓練把它們當作數字，無法用來學習時間序列。如果是時間，請將此欄的類型改為「日期時間」。",
  },
  times_in_parts: {
    what: "{{column}} 與 {{parts}} 是時間的各個部分。",
    training:
      "訓練把它們當作數字，無法用來學習時間序列。請在編輯紀錄中以運算式 {{formula}} 計算出一個時間欄位，或在檔案中寫成 2024-01 這樣的時間。",
  },
  later_than_today: {
    what: "{{column}}：{{rows}} 個時間中有 {{count}} 個晚於今天，最晚為 {{last}}。",
    training: "訓練會照原樣使用。預先規劃的資料列可以保留。兩位數的年份讀作 1969 至 2068 年；若世紀有誤，請改寫四位數。",
  },
  exchanged_days: {
    what: "{{column}}：試算表可能把 {{rows}} 個值中 {{count}} 個的日與月對調了。將日不超過 12 的值全部對調回來後，時間就與資料列的順序一致；照現在的值則會前後跳動。「{{example}}」應為 {{other}}。",
    training: "訓練會照原樣使用。請將原始檔案重新匯入試算表，把此欄位設為文字，再重新上傳。",
  },
  repeated_hours: {
    what: "{{column}}：{{zone}} 的時鐘於秋季重複的當地時間有 {{repeated}} 個。",
    training: "訓練時，第一列視為調整前的小時，第二列視為調整後的小時。一天的季節跟隨當地時鐘。",
  },
  unset_time_zone: {
    what: "{{column}} 看起來是有夏令時間的時區（例如 {{zone}}）的當地時間。在時鐘調整處，重複的時間有 {{repeated}} 個，春季跳過的小時有 {{skipped}} 個。",
    training: `時間序列將重複的小時取平均，跳過的小時視為缺口。若用於時間序列、合併資料集或編輯步驟，請在「以其他方式讀取」選擇時區：這樣每一列都是各自的小時，預測也知道時鐘何時調整。${othersInUtc}`,
  },
  offsets_of_zone: {
    what: "{{column}} 的 UTC 時差在冬季與夏季相差一小時（{{winter}} 與 {{summer}}），應為同一個有夏令時間的時區，例如 {{zone}}。",
    training: `時間序列與編輯步驟以 UTC 計算日與小時，因此一年中有一段時間會差一小時。請為此在「以其他方式讀取」選擇時區。${othersInUtc}`,
  },
  missing_hours: { what: "{{column}}：從最早到最晚的時間共 {{periods}} 小時，其中 {{count}} 小時沒有資料列。", training: gapsStay },
  missing_days: { what: "{{column}}：從最早到最晚的時間共 {{periods}} 天，其中 {{count}} 天沒有資料列。", training: gapsStay },
  missing_months: { what: "{{column}}：從最早到最晚的時間共 {{periods}} 個月，其中 {{count}} 個月沒有資料列。", training: gapsStay },
  missing_periods: { what: "{{column}}：從最早到最晚的時間共 {{periods}} 期，其中 {{count}} 期沒有資料列。", training: gapsStay },
  numbers_as_text: numbersAsText,
  readable_numbers_as_text: {
    ...numbersAsText,
    training: `${numbersAsText.training}或將此欄位的類型改為「數值」，無法讀取的儲存格會成為缺值。`,
  },
  times_as_text: timesAsText,
  readable_times_as_text: {
    ...timesAsText,
    training: `${timesAsText.training}或將此欄位的類型改為「日期時間」，無法讀取的儲存格會成為缺值。`,
  },
  exchanged_days_as_text: {
    what: "{{column}} 是文字，日期有兩種寫法，例如「{{example}}」和「{{other}}」。第一種寫法的日都不超過 12，第二種都超過 12：試算表可能把第一種的日與月對調了（{{rows}} 個值中有 {{count}} 個）。",
    training:
      "訓練把它當作文字，無法用來學習時間序列。請將此欄位的類型改為「日期時間」，讀取時會把日與月對調回來；或將原始檔案重新匯入試算表，並把此欄位設為文字。",
  },
  unread_times_as_text: {
    what: "{{column}} 是文字，但 {{rows}} 個值中有 {{times}} 個看起來像時間，例如「{{example}}」。這些值的寫法都無法讀作時間。",
    training: "訓練把它當作文字，無法用來學習時間序列。請將時間統一寫成西元年，例如 2024-01-31 或 2024Q1。",
  },
  clocks_as_text: {
    what: "{{column}} 是時刻或時間長度的文字，例如「{{example}}」。",
    training: "訓練把它當作文字，超過 50 種值時會排除。請寫成數字，例如把 1:30 寫成 1.5，或連同日期寫成日期時間。",
  },
  times_as_columns: {
    what: "有 {{count}} 個欄位的名稱（從 {{first}} 到 {{last}}）看起來像時間。",
    training: "時間序列的每個時間需要一列。請在編輯紀錄中將這些欄位轉為資料列，再將結果另存為資料集。",
  },
  names_in_line: {
    what: "資料表只有一個欄位。欄位名稱似乎在檔案的第 {{line}} 行。",
    training: "訓練只能從這段文字學習。請在「以其他方式讀取」中以第 {{line}} 行為欄位名稱，或刪去它上方的各行後重新上傳。",
  },
  missing_values: {
    what: "{{column}} 有 {{share}} 的列沒有值。",
    training: "隨機森林、梯度提升樹與孤立森林會直接從缺值學習；其他演算法對數字取中位數，對文字則當作不屬於任何一個已知文字。",
  },
  one_value_or_none: {
    what: "{{column}} 有值的列都是同一個值，另有 {{share}} 的列沒有值。",
    training: "訓練時會排除它。若缺值本身有意義（例如勾選欄），請將此欄的類型改為「文字」。",
  },
  zeros_for_missing: {
    what: "{{column}} 在檢查的列中有 {{count}} 列為 0，其餘至少為 {{least}}：0 可能代表缺值。",
    training: takenAsNumber,
  },
  sentinel: {
    what: "{{column}} 在檢查的列中有 {{count}} 列為 {{value}}，其餘介於 {{least}} 與 {{greatest}} 之間：{{value}} 可能代表缺值。",
    training: takenAsNumber,
  },
  mixed_units: {
    what: "{{column}} 似乎混用兩種單位：有 {{count}} 個值的分布像是其他值的 {{factor}} 倍。",
    training: unitsKept,
  },
  mixed_units_as_text: {
    what: "{{column}} 混用了多種單位：{{units}} 與 {{last}}，例如「{{example}}」。帶單位的數字是文字，{{rows}} 個值中有 {{numbers}} 個。",
    training: "訓練把它當作文字而不是數字，超過 50 種不同的值時會排除。請換算成同一種單位，並且不寫單位。",
  },
  mixed_temperatures: {
    what: "{{column}} 似乎混用兩種單位：有 {{count}} 個值的分布像是其他值的華氏溫度。",
    training: unitsKept,
  },
  constant_in_group: {
    what: "{{column}} 在 {{groupColumns}} 的每一組中都只有一個值。",
    training: "預測新的組時，每組只有一個值的欄位可供學習的例子是 {{groups}} 個，而不是 {{rows}} 個。只是組名的文字此時會被排除。",
  },
  drift: {
    what: "{{column}} 沿著檔案的順序逐漸改變：與列號的等級相關係數為 {{correlation}}。",
    training: "隨機保留的列夾在學過的列之間。若有時間欄位，請保留較晚的列，才能看出對之後的列預測得如何。",
  },
  numeric_names: {
    what: "所有欄位的名稱都是數字：{{names}}。第一列可能是資料而不是名稱。",
    training: "訓練不會使用這一列。若它是資料，請在「以其他方式讀取」選擇沒有欄位名稱。",
  },
  totals: {
    what: "看起來像合計、平均或表格下方附註的列有 {{count}} 個，最後一個是第 {{row}} 列。",
    training: "訓練會像其他列一樣學習它們。請在編輯紀錄以篩選排除，或在檔案中刪除。",
  },
  copied_rows: { what: "有 {{count}} 列（{{share}}）除了列的編號與名稱以外，與前面某一列的所有欄位相同。", training: learnedFromAll },
  near_copies: {
    what: "有 {{count}} 列（{{share}}）與前面某一列幾乎相同：文字相同，數字相差不到其範圍的千分之一。",
    training: learnedFromAll,
  },
};
