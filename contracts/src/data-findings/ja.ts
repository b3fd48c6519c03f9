import type { FindingTexts } from "./describe-finding.js";

const gapsStay =
  "時系列では前後の時刻から学習します。注文の合間のように何も起きていないなら、予測の学習で行のない期を 0 とするか、0 の行を加えてください。";
const othersInUtc =
  "ほかのモデルは、タイムゾーンにかかわらず月、曜日、時を UTC で取り出します。現地の時計に合わせるには、編集履歴でこれらの列を作成してください。";
const takenAsNumber = "学習ではそのままの数値として扱います。測定していない場合は、そのセルを空にしてください。";
const learnedFromAll =
  "学習ではすべて使います。検証用の行と同じ行を学習していると、指標は良すぎる値になります。40% 以上の行に同じ行があるとき、自動学習は同じ行をまとめて検証用に残します。";
const unitsKept = "学習では数値をそのまま使います。先に単位をそろえてください。";

const numbersAsText = {
  what: "{{column}} はテキストですが、{{rows}} 個の値のうち {{numbers}} 個は数値のように見えます。数値として読めなかった値の例：「{{example}}」。",
  training: "学習ではテキストとして扱い、50 種類を超えると除外します。小数点の記号をそろえ、単位や空白を除いてください。",
};
const timesAsText = {
  what: "{{column}} はテキストですが、{{rows}} 個の値のうち {{times}} 個は時刻のように見えます。時刻として読めなかった値の例：「{{example}}」。",
  training:
    "学習ではテキストとして扱うため、時系列は学習できません。2024-01-31 や 2024Q1 のように書き方をそろえ、合計の行を除外してください。",
};

export const ja: FindingTexts = {
  near_unique_text: {
    what: "{{column}} は {{rows}} 行に {{distinct}} 種類のテキストがあります。",
    training: "学習では 50 種類を超えるテキストの列を除外します。種類の少ない列を作成してください。",
  },
  ambiguous_numbers: {
    what: "{{column}}：{{rows}} 個の値のうち {{count}} 個は 2 通りに読めます。「{{example}}」は {{reading}} と読みましたが、{{other}} とも読めます。",
    training:
      "学習では {{reading}} として扱います。誤りなら「別の方法で読み取る」で小数点を選んでください。一部の値だけが誤りなら、ファイルで記号をそろえてください。",
  },
  ambiguous_dates: {
    what: "{{column}}：年・月・日の順序が分かる値がなく、{{rows}} 個のうち {{count}} 個は別の順序では別の日になります。「{{example}}」は {{reading}} と読みましたが、{{other}} とも読めます。",
    training: "学習では {{reading}} として扱います。誤りなら「別の方法で読み取る」で日付の順序を選んでください。",
  },
  ambiguous_exchanged_days: {
    what: "{{column}}：表計算ソフトが、{{rows}} 個の値のうち {{count}} 個の日と月を入れ替えた可能性があります。これらの日はすべて 12 以下で、別の書き方の日付の日はすべて 13 以上です。「{{example}}」は {{reading}} と読みましたが、{{other}} とも読めます。",
    training: "学習では {{reading}} として扱います。誤りなら「別の方法で読み取る」で日付の順序に「年が先」を選んでください。",
  },
  ambiguous_exponents: {
    what: "{{column}}：{{rows}} 個の値のうち {{count}} 個は、「{{example}}」のように数字の間に E があり、数値 {{reading}} と読みました。ロット番号などのコードの可能性があります。",
    training: "学習では 10 のべき乗を含む数値として扱います。コードなら、列の型を「テキスト」にしてください。",
  },
  unread_values: {
    what: "{{column}}：{{rows}} 個の値のうち {{count}} 個は、列に選ばれた型として読めません。例：「{{example}}」。",
    training:
      "これらのセルは空になり、学習では欠損値として扱われます。列の型をテキストにするか、読める形で書いてください。時刻は 2024-01-31 や 2024Q1、数値は小数点を統一して単位を付けずに書きます。",
  },
  times_as_numbers: {
    what: "{{column}} の数値（例：{{example}}）は時刻のように見えます。",
    training: "学習では数値として扱うため、時系列を学習できません。時刻であれば、列の型を「日時」にしてください。",
  },
  times_in_parts: {
    what: "{{column}} と {{parts}} は、時刻を分けたものです。",
    training:
      "学習では数値として扱うため、時系列を学習できません。編集履歴で、式 {{formula}} により時刻の列を計算するか、ファイルに 2024-01 のような時刻を書いてください。",
  },
  later_than_today: {
    what: "{{column}}：{{rows}} 個の時刻のうち {{count}} 個が今日より後で、最後は {{last}} です。",
    training:
      "学習ではそのまま扱います。先の予定の行はそのままでかまいません。2 桁の年は 1969～2068 年と読みます。世紀が違う場合は 4 桁で書いてください。",
  },
  exchanged_days: {
    what: "{{column}}：表計算ソフトが、{{rows}} 個の値のうち {{count}} 個の日と月を入れ替えた可能性があります。12 日以前の日付の日と月をすべて元に戻すと、時刻は行の順に並びます。今のままでは前後に飛びます。「{{example}}」は {{other}} のはずです。",
    training:
      "学習ではそのまま扱います。この列をテキストとして元のファイルを表計算ソフトに読み込み直し、もう一度アップロードしてください。",
  },
  repeated_hours: {
    what: "{{column}}：{{zone}} の時計が秋に 2 回示す現地時刻が {{repeated}} 個あります。",
    training: "学習では、1 行目を切り替え前、2 行目を切り替え後の時刻として扱います。1 日の季節は現地の時計に従います。",
  },
  unset_time_zone: {
    what: "{{column}} は夏時間のある地域（例：{{zone}}）の現地時刻のようです。時計が切り替わるところで、2 回ある時刻は {{repeated}} 個、春に抜けている時間は {{skipped}} 時間です。",
    training: `時系列では、2 回ある時刻は平均し、抜けた時刻は欠けたものとして扱います。時系列、結合、編集ステップに使う場合は、「別の方法で読み取る」でタイムゾーンを選んでください。それぞれが別の時刻になり、予測も時計の切り替えに従います。${othersInUtc}`,
  },
  offsets_of_zone: {
    what: "{{column}} の UTC との時差は冬と夏で 1 時間違います（{{winter}} と {{summer}}）。夏時間のある 1 つの地域（例：{{zone}}）の時刻のようです。",
    training: `時系列と編集ステップでは日と時間を UTC で数えるため、1 年のうち一部の期間で 1 時間ずれます。これらのために「別の方法で読み取る」でタイムゾーンを選んでください。${othersInUtc}`,
  },
  missing_hours: {
    what: "{{column}}：最初から最後までの {{periods}} 時間のうち、行のないものが {{count}} 時間あります。",
    training: gapsStay,
  },
  missing_days: { what: "{{column}}：最初から最後までの {{periods}} 日のうち、行のないものが {{count}} 日あります。", training: gapsStay },
  missing_months: {
    what: "{{column}}：最初から最後までの {{periods}} か月のうち、行のないものが {{count}} か月あります。",
    training: gapsStay,
  },
  missing_periods: {
    what: "{{column}}：最初から最後までの {{periods}} 期のうち、行のないものが {{count}} 期あります。",
    training: gapsStay,
  },
  numbers_as_text: numbersAsText,
  readable_numbers_as_text: {
    ...numbersAsText,
    training: `${numbersAsText.training}または列の型を「数値」にすると、読めないセルは空になります。`,
  },
  times_as_text: timesAsText,
  readable_times_as_text: {
    ...timesAsText,
    training: `${timesAsText.training}または列の型を「日時」にすると、読めないセルは空になります。`,
  },
  exchanged_days_as_text: {
    what: "{{column}} はテキストで、日付に「{{example}}」と「{{other}}」のような 2 つの書き方があります。前者の日はすべて 12 以下、後者の日はすべて 13 以上です。表計算ソフトが前者（{{rows}} 個の値のうち {{count}} 個）の日と月を入れ替えた可能性があります。",
    training:
      "学習ではテキストとして扱うため、時系列は学習できません。列の型を「日時」にすると、日と月を元に戻して読み取ります。または、この列をテキストとして、元のファイルを表計算ソフトに読み込み直してください。",
  },
  unread_times_as_text: {
    what: "{{column}} はテキストですが、{{rows}} 個の値のうち {{times}} 個は時刻のように見えます（例：「{{example}}」）。どの値も、時刻として読める書き方ではありません。",
    training: "学習ではテキストとして扱うため、時系列は学習できません。2024-01-31 や 2024Q1 のように、西暦で書き方をそろえてください。",
  },
  clocks_as_text: {
    what: "{{column}} は時刻または時間の長さを表すテキストです（例：「{{example}}」）。",
    training:
      "学習ではテキストとして扱い、50 種類を超える場合は使いません。1:30 を 1.5 のように数値で書くか、日付と合わせて日時にしてください。",
  },
  times_as_columns: {
    what: "{{first}} から {{last}} までの {{count}} 列の名前は時刻のように見えます。",
    training: "時系列には時刻ごとに 1 行が必要です。編集履歴でこれらの列を行に変換し、結果をデータセットとして保存してください。",
  },
  names_in_line: {
    what: "表には 1 列しかありません。列名はファイルの {{line}} 行目にあるようです。",
    training:
      "学習に使えるのはこのテキストだけです。「別の方法で読み取る」で {{line}} 行目を列名にするか、その上の行を削除してアップロードし直してください。",
  },
  missing_values: {
    what: "{{column}} は {{share}} の行に値がありません。",
    training:
      "ランダムフォレスト、勾配ブースティング木、アイソレーションフォレストは欠損そのものから学習します。ほかの手法は数値には中央値を使い、テキストはどの種類でもないものとします。",
  },
  one_value_or_none: {
    what: "{{column}} は値のある行ではすべて同じ値で、{{share}} の行に値がありません。",
    training: "学習では除外します。空欄に意味があるなら（チェック欄など）、列の型を「テキスト」にしてください。",
  },
  zeros_for_missing: {
    what: "{{column}} は、調べた行のうち {{count}} 行で 0、残りの行では {{least}} 以上です。0 は欠損を表しているかもしれません。",
    training: takenAsNumber,
  },
  sentinel: {
    what: "{{column}} は、調べた行のうち {{count}} 行で {{value}}、残りの行では {{least}} から {{greatest}} です。{{value}} は欠損を表しているかもしれません。",
    training: takenAsNumber,
  },
  mixed_units: {
    what: "{{column}} には 2 つの単位が混ざっているようです。{{count}} 個の値は、ほかの値の {{factor}} 倍のように分布しています。",
    training: unitsKept,
  },
  mixed_units_as_text: {
    what: "{{column}} には複数の単位（{{units}}、{{last}}）が混ざっています（例：「{{example}}」）。単位の付いた数値はテキストで、{{rows}} 個の値のうち {{numbers}} 個です。",
    training: "学習では数値ではなくテキストとして扱い、50 種類を超えると除外します。1 つの単位にそろえ、単位を付けずに書いてください。",
  },
  mixed_temperatures: {
    what: "{{column}} には 2 つの単位が混ざっているようです。{{count}} 個の値は、ほかの値を華氏にしたように分布しています。",
    training: unitsKept,
  },
  constant_in_group: {
    what: "{{column}} は {{groupColumns}} の各グループの中で 1 つの値だけです。",
    training:
      "新しいグループに対しては、各グループで 1 つの値だけの列の学習の例は {{rows}} 個ではなく {{groups}} 個です。グループの名前にすぎないテキストは除外されます。",
  },
  drift: {
    what: "{{column}} はファイルの順に変化しています（行番号との順位相関 {{correlation}}）。",
    training:
      "ランダムに選んだ検証用の行は、学習した行の間にあります。時刻の列があれば、後の行を検証用にすると、後の行での予測の良さが分かります。",
  },
  numeric_names: {
    what: "すべての列の名前が数値です：{{names}}。1 行目は見出しではなくデータかもしれません。",
    training: "学習ではこの行を使いません。データであれば、「別の方法で読み取る」で列名を「なし」にしてください。",
  },
  totals: {
    what: "合計や平均、表の下の注記のように見える行が {{count}} 行あります。最後のものは {{row}} 行目です。",
    training: "学習ではほかの行と同じように使います。編集履歴のフィルターで除外するか、ファイルから削除してください。",
  },
  copied_rows: { what: "{{count}} 行（{{share}}）は、行の番号や名前を除くすべての列が前の行と同じです。", training: learnedFromAll },
  near_copies: {
    what: "{{count}} 行（{{share}}）は前の行とほぼ同じです。テキストは同じで、数値の差は範囲の 1000 分の 1 以内です。",
    training: learnedFromAll,
  },
};
