/** The kind of a column by its name, in English, Chinese and Japanese. */
import type { Column } from "../tables/table.js";
import { hasTimeOrAgeWord } from "./time-names.js";
import { separateWords, type Words, wordPattern } from "./words.js";

export type NameKind = "unit" | "identifier" | "time" | "other";

/** Words for things that several rows are taken from: persons, batches, machines. */
const UNITS: Words = {
  latin:
    "batch|lot|melt|ingot|billet|slab|coil|bobbin|wafer|panel|board|mould|mold|pallet|plot|well|core|specimen|machine|device|equipment|asset|robot|press|furnace|kiln|oven|reactor|vessel|tank|pump|turbine|engine|motor|bearing|battery|vehicle|customer|client|supplier|vendor|person|people|patient|donor|subject|participant|respondent|individual|child|pupil|student|employee|worker|operator|player|driver|athlete|animal|rat|mouse|rabbit|dog|cow|horse|mare|pig|sow|sheep|goat|hen|chick|bird|fish|litter|nest|cage|tree|plant|family|household|hh|firm|company|store|shop|school|classroom|teacher|hospital|clinic|doctor|ward|herd|county|village|farm|mother|replicate",
  other:
    "批號|批号|批次|ロット|バッチ|爐號|炉号|炉次|機台|机台|設備|设备|装置|号機|機番|號機|模具|金型|工單|工单|製番|患者|病人|病患|客戶|客户|顧客|供應商|供应商|仕入先|員工|员工|作業者|從業員|学生|學生|生徒|動物|动物|個体|門店|门店|店舗|農場|农场|圃場",
};
/** Identifiers and places, which may be properties of a row as well. */
const IDENTIFIERS: Words = {
  latin:
    "id|ids|hid|hhid|pid|uid|cid|sid|nr|no|num|number|code|key|run|group|cluster|block|field|site|station|sample|sensor|unit|line|tool|order|project|city|town|state|country|region|district|class|account|user|series|trial|route|flight|team|airline",
  other: "編號|编号|番号|代碼|代码|コード|序號|序号|識別|识别|組別|组别|グループ|產線|产线|ライン|樣本|样本|サンプル|城市|地區|地区",
};

/** Words for numbers that name one row each, however sparse they are. */
const ROW_NUMBERS: Words = {
  latin: "id|uid|uuid|guid|identifier|serial",
  other: "編號|编号|番号|流水號|流水号|序號|序号|識別碼|识别码|シリアル",
};

/** Words for what is set or measured, which rises by one from row to row where an experiment goes through its settings. */
const QUANTITIES: Words = {
  latin:
    "setting|settings|setpoint|level|amount|quantity|dose|dosage|conc|concentration|temp|temperature|humidity|pressure|speed|velocity|rpm|frequency|voltage|current|power|force|load|torque|stress|strain|flow|rate|ratio|percent|percentage|angle|distance|dist|depth|height|length|width|thickness|diameter|radius|size|area|volume|weight|mass|price|cost|score|age",
  other:
    "設定|设定|水準|水准|用量|劑量|剂量|投与量|濃度|浓度|溫度|温度|濕度|湿度|壓力|压力|圧力|速度|轉速|转速|回転数|頻率|频率|周波数|電壓|电压|電圧|電流|电流|功率|電力|荷重|負荷|扭矩|トルク|應力|应力|応力|流量|比率|角度|距離|距离|深度|深さ|高度|高さ|長度|长度|長さ|寬度|宽度|厚度|厚さ|直徑|直径|半徑|半径|面積|面积|體積|体积|重量|重さ|價格|价格|価格|分數|分数|得点|年齡|年龄|年齢",
};

/** Numbers with such a name are no counts: schoolid, patient_no. */
const UNIT_NUMBER_PATTERN = new RegExp(`(^|[^a-z])(${UNITS.latin})[^\\p{L}]*(id|nr|no|num|number|code)[^\\p{L}]*$`, "iu");

/** The last word tells what a column has: a patient's age is no patient. A word for its name or number may follow. */
const UNIT_PATTERN = new RegExp(`${wordPattern(UNITS)}(${wordPattern(IDENTIFIERS)}|name|名稱|名称|名|[^\\p{L}])*$`, "iu");
const ROW_NUMBER_PATTERN = new RegExp(`${wordPattern(ROW_NUMBERS)}|^(pid|idno|seqn)$`, "iu");
const QUANTITY_PATTERN = new RegExp(wordPattern(QUANTITIES), "iu");
/** Things that are called after a quantity. */
const COMPOUND_PATTERN = new RegExp(
  wordPattern({
    latin: "power ?(plant|station|unit|line)|pressure vessel|load cell|flow meter|force plate",
    other: "發電廠|发电厂|発電所",
  }),
  "giu",
);
/** The name of a number: of a load, of a setting. NO2 and the like are measured. */
const NUMBER_PATTERN = new RegExp(
  `${wordPattern({ latin: "no|nr|num|number|code|key|index|idx|run|group|id", other: "編號|编号|番号|代碼|代码|コード|序號|序号" })}[^\\p{L}\\d]*$`,
  "iu",
);
/** Names of weights in the European Social Survey, the General Social Survey, IPUMS and NHANES, and in words. */
const SURVEY_WEIGHT_PATTERN =
  /wght|^wt(ss|mec|int)|^(per|hh|asec)wt|^(an|d|p|psp|design|sampling|survey|post[ _.-]?strat\w*|person|final)[ _.-]?weights?$/i;
const IDENTIFIER_PATTERN = new RegExp(wordPattern(IDENTIFIERS), "iu");

/** Returns the kind of a column: a column of times is a time under any name. */
export function nameKindOf({ type, name }: Pick<Column, "type" | "name">): NameKind {
  if (type === "d") return "time";
  const words = separateWords(name);
  if (UNIT_PATTERN.test(words) || namesUnitsByNumber(name)) return "unit";
  if (hasTimeOrAgeWord(name)) return "time";
  return IDENTIFIER_PATTERN.test(words) ? "identifier" : "other";
}

/** Returns true if the name is that of numbers which stand for units. */
export const namesUnitsByNumber = (name: string): boolean => UNIT_NUMBER_PATTERN.test(separateWords(name));

/** Returns true if the name is that of whole numbers which name a row where they differ in each: CustomerId, pupil_nr, PID. */
export const namesRowsByNumber = (name: string): boolean => ROW_NUMBER_PATTERN.test(separateWords(name)) || namesUnitsByNumber(name);

/**
 * Returns true if the name is that of a quantity, whose whole numbers do not number the rows: temperature, dose_mg, pressure vessel
 * temperature; not load_number, nor pressure vessel.
 */
export function namesQuantity(name: string): boolean {
  const words = separateWords(name);
  return QUANTITY_PATTERN.test(words.replaceAll(COMPOUND_PATTERN, " ")) && !NUMBER_PATTERN.test(words);
}

/** Returns true if the name is that of a survey's weight, which many respondents share that have nothing else in common. */
export const namesSurveyWeight = (name: string): boolean => SURVEY_WEIGHT_PATTERN.test(name);

/** Words for shares of a whole, and of a hundred. Shares in the plural are those of a company, or of a post. */
const SHARES: Words = {
  latin: "share|proportion|proportions|fraction|probability|prob",
  other: "機率|概率|確率|佔比|占比|份額|份额|割合|シェア",
};
const PERCENTAGES: Words = { latin: "percent|percentage|pct|perc", other: "%|％|百分比|百分率|パーセント" };
/** Words for changes, deviations, profits, strains and counts, which may be below 0 or above 100. */
const CHANGES: Words = {
  latin:
    "change|changes|changed|growth|increase|decrease|reduction|improvement|rise|drop|gain|loss|uplift|diff|difference|delta|error|bias|drift|deviation|variation|variance|cv|rsd|vs|versus|yoy|yo y|y/y|qoq|qo q|q/q|mom|mo m|m/m|return|returns|roi|roe|roa|profit|margin|markup|premium|interest|inflation|overrun|surplus|deficit|slope|gradient|strain|elongation|per|price|number|count",
  other:
    "成長|增|増|減|减|變化|变化|変化|變動|变动|変動|波動|波动|漲|涨|跌|幅|上升|上昇|下降|下落|降低|低下|改善|騰落|同比|環比|环比|前[年期月週日](?:比|差|同)|報酬|回報|回报|投報|投报|収益|收益|利潤|利润|毛利|粗利|淨利|净利|利益|獲利|获利|盈利|營益|营益|殖利|利回|(?<![勝胜])利率|金利(?!用)|利息|通膨|通脹|通胀|インフレ|誤差|误差|偏差|乖離|乖离|差異|差异|超過|超过|超支|達成|达成|伸|應變|应变|ひずみ",
};
const [SHARE_PATTERN, PERCENTAGE_PATTERN, CHANGE_PATTERN] = [SHARES, PERCENTAGES, CHANGES].map(
  (words) => new RegExp(wordPattern(words), "iu"),
);

/** Returns what a share by its name is a part of: 1 or 100 (whole), or 100 (hundred); undefined for another name. */
export function shareUnitOf(name: string): "whole" | "hundred" | undefined {
  const words = separateWords(name);
  if (CHANGE_PATTERN.test(words)) return undefined;
  if (PERCENTAGE_PATTERN.test(words)) return "hundred";
  return SHARE_PATTERN.test(words) ? "whole" : undefined;
}
