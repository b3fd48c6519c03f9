import type { FindingTexts } from "./describe-finding.js";

const gapsStay = "时间序列由前后的时间学习。如果当时什么也没有发生（如订单之间），请在训练预测时将没有行的期计为 0，或补上值为 0 的行。";
const othersInUtc = "其他模型无论时区为何，都按 UTC 取月份、星期与小时：若要按当地时间，请在编辑记录中派生这些列。";
const takenAsNumber = "训练时按原来的数字使用。如果当时没有测量，请清空这些单元格。";
const learnedFromAll =
  "训练会用到全部行。留作验证的行如果有相同的行已被学过，指标就会过于乐观。如果 40% 以上的行有副本，自动训练会把副本一起留出。";
const unitsKept = "训练时所有数字按原样使用。请先统一单位。";

const numbersAsText = {
  what: "{{column}} 是文本，但 {{rows}} 个值中有 {{numbers}} 个看起来像数字。未能读作数字的例子：“{{example}}”。",
  training: "训练把它当作文本，超过 50 种不同的值时会排除。请统一数字写法和小数点，去掉单位和空格。",
};
const timesAsText = {
  what: "{{column}} 是文本，但 {{rows}} 个值中有 {{times}} 个看起来像时间。未能读作时间的例子：“{{example}}”。",
  training: "训练把它当作文本，无法用来学习时间序列。请统一时间写法，例如 2024-01-31 或 2024Q1，并删去合计行。",
};

export const cn: FindingTexts = {
  near_unique_text: {
    what: "{{column}} 在 {{rows}} 行中有 {{distinct}} 种不同的文本。",
    training: "训练时会排除超过 50 种值的文本列。请由它派生种类较少的列。",
  },
  ambiguous_numbers: {
    what: "{{column}}：{{rows}} 个值中有 {{count}} 个有两种读法。“{{example}}”读作 {{reading}}，也可能是 {{other}}。",
    training: "训练时会当作 {{reading}}。如果不正确，请在“用其他方式读取”中选择小数符号；如果只有部分值不正确，请在文件中统一符号。",
  },
  ambiguous_dates: {
    what: "{{column}}：没有任何值能看出年、月、日的顺序，{{rows}} 个值中有 {{count}} 个换个顺序会是另一天。“{{example}}”读作 {{reading}}，也可能是 {{other}}。",
    training: "训练时会当作 {{reading}}。如果不正确，请在“用其他方式读取”中选择日期的顺序。",
  },
  ambiguous_exchanged_days: {
    what: "{{column}}：电子表格可能把 {{rows}} 个值中 {{count}} 个的日和月对调了。这些值的日都不超过 12，其他写法的日期都超过 12。“{{example}}”读作 {{reading}}，也可能是 {{other}}。",
    training: "训练时会当作 {{reading}}。如果不正确，请在“用其他方式读取”中将日期的顺序选为“年在前”。",
  },
  ambiguous_exponents: {
    what: "{{column}}：{{rows}} 个值中有 {{count}} 个在数字之间有 E，例如“{{example}}”，读作数字 {{reading}}。它们可能是代码，例如批号。",
    training: "训练时会当作含有 10 的幂的数字。如果是代码，请将此列的类型改为“文本”。",
  },
  unread_values: {
    what: "{{column}}：{{rows}} 个值中有 {{count}} 个无法按为该列选择的类型读取，例如“{{example}}”。",
    training:
      "这些单元格为空，训练时视为缺失值。请将该列的类型改为文本，或以可读取的方式书写：时间如 2024-01-31 或 2024Q1，数字只用一种小数点且不含单位。",
  },
  times_as_numbers: {
    what: "{{column}} 的数字（例如 {{example}}）看起来像时间。",
    training: "训练把它们当作数字，无法用来学习时间序列。如果是时间，请将此列的类型改为“日期时间”。",
  },
  times_in_parts: {
    what: "{{column}} 和 {{parts}} 是时间的各个部分。",
    training:
      "训练把它们当作数字，无法用来学习时间序列。请在编辑记录中用表达式 {{formula}} 计算出一个时间列，或在文件中写成 2024-01 这样的时间。",
  },
  later_than_today: {
    what: "{{column}}：{{rows}} 个时间中有 {{count}} 个晚于今天，最晚为 {{last}}。",
    training: "训练会照原样使用。预先计划的行可以保留。两位数的年份读作 1969 至 2068 年；如果世纪有误，请改写四位数。",
  },
  exchanged_days: {
    what: "{{column}}：电子表格可能把 {{rows}} 个值中 {{count}} 个的日和月对调了。将日不超过 12 的值全部对调回来后，时间就与行的顺序一致；照现在的值则会前后跳动。“{{example}}”应为 {{other}}。",
    training: "训练会照原样使用。请将原始文件重新导入电子表格，把此列设为文本，再重新上传。",
  },
  repeated_hours: {
    what: "{{column}}：{{zone}} 的时钟于秋季重复的当地时间有 {{repeated}} 个。",
    training: "训练时，第一行视为调整前的小时，第二行视为调整后的小时。一天的季节跟随当地时钟。",
  },
  unset_time_zone: {
    what: "{{column}} 看起来是有夏令时的时区（例如 {{zone}}）的当地时间。在时钟调整处，重复的时间有 {{repeated}} 个，春季跳过的小时有 {{skipped}} 个。",
    training: `时间序列将重复的小时取平均，跳过的小时视为缺口。若用于时间序列、合并数据集或编辑步骤，请在“用其他方式读取”中选择时区：这样每一行都是各自的小时，预测也知道时钟何时调整。${othersInUtc}`,
  },
  offsets_of_zone: {
    what: "{{column}} 的 UTC 时差在冬季与夏季相差一小时（{{winter}} 与 {{summer}}），应为同一个有夏令时的时区，例如 {{zone}}。",
    training: `时间序列与编辑步骤按 UTC 计算日与小时，因此一年中有一段时间会差一小时。请为此在“用其他方式读取”中选择时区。${othersInUtc}`,
  },
  missing_hours: { what: "{{column}}：从最早到最晚的时间共 {{periods}} 小时，其中 {{count}} 小时没有行。", training: gapsStay },
  missing_days: { what: "{{column}}：从最早到最晚的时间共 {{periods}} 天，其中 {{count}} 天没有行。", training: gapsStay },
  missing_months: { what: "{{column}}：从最早到最晚的时间共 {{periods}} 个月，其中 {{count}} 个月没有行。", training: gapsStay },
  missing_periods: { what: "{{column}}：从最早到最晚的时间共 {{periods}} 期，其中 {{count}} 期没有行。", training: gapsStay },
  numbers_as_text: numbersAsText,
  readable_numbers_as_text: {
    ...numbersAsText,
    training: `${numbersAsText.training}或将此列的类型改为“数值”，无法读取的单元格会成为缺失值。`,
  },
  times_as_text: timesAsText,
  readable_times_as_text: {
    ...timesAsText,
    training: `${timesAsText.training}或将此列的类型改为“日期时间”，无法读取的单元格会成为缺失值。`,
  },
  exchanged_days_as_text: {
    what: "{{column}} 是文本，日期有两种写法，例如“{{example}}”和“{{other}}”。第一种写法的日都不超过 12，第二种都超过 12：电子表格可能把第一种的日和月对调了（{{rows}} 个值中有 {{count}} 个）。",
    training:
      "训练把它当作文本，无法用来学习时间序列。请将此列的类型改为“日期时间”，读取时会把日和月对调回来；或将原始文件重新导入电子表格，并把此列设为文本。",
  },
  unread_times_as_text: {
    what: "{{column}} 是文本，但 {{rows}} 个值中有 {{times}} 个看起来像时间，例如“{{example}}”。这些值的写法都无法读作时间。",
    training: "训练把它当作文本，无法用来学习时间序列。请将时间统一写成公元年，例如 2024-01-31 或 2024Q1。",
  },
  clocks_as_text: {
    what: "{{column}} 是时刻或时长的文本，例如“{{example}}”。",
    training: "训练把它当作文本，超过 50 种值时会排除。请写成数字，例如把 1:30 写成 1.5，或连同日期写成日期时间。",
  },
  times_as_columns: {
    what: "有 {{count}} 列的名称（从 {{first}} 到 {{last}}）看起来像时间。",
    training: "时间序列的每个时间需要一行。请在编辑记录中将这些列转为行，再将结果另存为数据集。",
  },
  names_in_line: {
    what: "数据表只有一列。列名似乎在文件的第 {{line}} 行。",
    training: "训练只能从这些文本学习。请在“用其他方式读取”中以第 {{line}} 行为列名，或删去它上方的各行后重新上传。",
  },
  missing_values: {
    what: "{{column}} 有 {{share}} 的行没有值。",
    training: "随机森林、梯度提升树和孤立森林直接从缺失值学习；其他算法对数字取中位数，对文本则当作不属于任何一个已知文本。",
  },
  one_value_or_none: {
    what: "{{column}} 有值的行都是同一个值，另有 {{share}} 的行没有值。",
    training: "训练时会排除它。如果缺失本身有意义（例如勾选框），请将此列的类型改为“文本”。",
  },
  zeros_for_missing: {
    what: "{{column}} 在检查的行中有 {{count}} 行为 0，其余至少为 {{least}}：0 可能代表缺失值。",
    training: takenAsNumber,
  },
  sentinel: {
    what: "{{column}} 在检查的行中有 {{count}} 行为 {{value}}，其余在 {{least}} 与 {{greatest}} 之间：{{value}} 可能代表缺失值。",
    training: takenAsNumber,
  },
  mixed_units: {
    what: "{{column}} 似乎混用了两种单位：有 {{count}} 个值的分布像是其他值的 {{factor}} 倍。",
    training: unitsKept,
  },
  mixed_units_as_text: {
    what: "{{column}} 混用了多种单位：{{units}} 和 {{last}}，例如“{{example}}”。带单位的数字是文本，{{rows}} 个值中有 {{numbers}} 个。",
    training: "训练把它当作文本而不是数字，超过 50 种不同的值时会排除。请换算成同一种单位，并且不写单位。",
  },
  mixed_temperatures: {
    what: "{{column}} 似乎混用了两种单位：有 {{count}} 个值的分布像是其他值的华氏温度。",
    training: unitsKept,
  },
  constant_in_group: {
    what: "{{column}} 在 {{groupColumns}} 的每一组中都只有一个值。",
    training: "预测新的组时，每组只有一个值的列可供学习的例子是 {{groups}} 个，而不是 {{rows}} 个。只是组名的文本此时会被排除。",
  },
  drift: {
    what: "{{column}} 沿着文件的顺序逐渐变化：与行号的等级相关系数为 {{correlation}}。",
    training: "随机留出的行夹在学过的行之间。如果有时间列，请留出较晚的行，才能看出对之后的行预测得如何。",
  },
  numeric_names: {
    what: "所有列的名称都是数字：{{names}}。第一行可能是数据而不是名称。",
    training: "训练不会使用这一行。如果它是数据，请在“用其他方式读取”中选择没有列名。",
  },
  totals: {
    what: "看起来像合计、平均或表格下方附注的行有 {{count}} 个，最后一个是第 {{row}} 行。",
    training: "训练会像其他行一样学习它们。请在编辑记录中用筛选排除，或在文件中删除。",
  },
  copied_rows: { what: "有 {{count}} 行（{{share}}）除行的编号和名称外，与前面某一行的所有列相同。", training: learnedFromAll },
  near_copies: {
    what: "有 {{count}} 行（{{share}}）与前面某一行几乎相同：文本相同，数字相差不到其范围的千分之一。",
    training: learnedFromAll,
  },
};
