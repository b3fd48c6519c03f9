/** The kind of a column by its name, in English, Chinese and Japanese. */
import type { ColumnValues } from "./column-values.js";

export type NameKind = "unit" | "identifier" | "time" | "other";

/** Words for things that several rows are taken from: persons, batches, machines. */
const UNITS = {
  latin:
    "batch|lot|melt|ingot|billet|slab|coil|bobbin|wafer|panel|board|mould|mold|pallet|plot|well|core|specimen|machine|device|equipment|asset|robot|press|furnace|kiln|oven|reactor|vessel|tank|pump|turbine|engine|motor|bearing|battery|vehicle|customer|client|supplier|vendor|person|people|patient|donor|subject|participant|respondent|individual|child|pupil|student|employee|worker|operator|player|driver|athlete|animal|rat|mouse|rabbit|dog|cow|horse|mare|pig|sow|sheep|goat|hen|chick|bird|fish|litter|nest|cage|tree|plant|family|household|hh|firm|company|store|shop|school|classroom|teacher|hospital|clinic|doctor|ward|herd|county|village|farm|field|mother|replicate",
  other:
    "批號|批号|批次|ロット|バッチ|爐號|炉号|炉次|機台|机台|設備|设备|装置|号機|機番|號機|模具|金型|工單|工单|製番|患者|病人|病患|客戶|客户|顧客|供應商|供应商|仕入先|員工|员工|作業者|從業員|学生|學生|生徒|動物|动物|個体|門店|门店|店舗|農場|农场|圃場",
};
/** Identifiers and places, which may be properties of a row as well. */
const IDENTIFIERS = {
  latin:
    "id|ids|hid|hhid|pid|uid|cid|sid|nr|no|num|number|code|key|run|group|cluster|block|site|station|sample|sensor|unit|line|tool|order|project|city|town|state|country|region|district|class|account|user|series|trial|route|flight|team|airline",
  other: "編號|编号|番号|代碼|代码|コード|序號|序号|識別|识别|組別|组别|グループ|產線|产线|ライン|樣本|样本|サンプル|城市|地區|地区",
};
const TIMES = {
  latin:
    "time|date|day|days|week|weeks|mon|month|months|quarter|year|years|yr|hour|hours|minute|age|visit|period|wave|round|session|occasion|step|cycle|tick|timestamp",
  other: "日期|日付|時間|时间|時刻|时刻|日時|年月|年份|年度|月份|週次|周次|小時|小时",
};

/** Latin words stand between other signs, the others anywhere. */
const wordOf = ({ latin, other }: typeof UNITS) => `((^|[^a-z])(${latin})(?![a-z])|${other})`;
/** The last word tells what a column has: a patient's age is no patient. A word for its name or number may follow. */
const UNIT_PATTERN = new RegExp(`${wordOf(UNITS)}(${wordOf(IDENTIFIERS)}|name|名稱|名称|名|[^\\p{L}])*$`, "iu");
const TIME_PATTERN = new RegExp(wordOf(TIMES), "iu");
const IDENTIFIER_PATTERN = new RegExp(wordOf(IDENTIFIERS), "iu");

/** Words for what orders the rows of a group without being a time, and times in further languages. */
const ORDER_PATTERN =
  /(^|[^a-z])(jahr|monat|woche|tag|datum|année|annee|mois|semaine|año|mes|fecha|cycles|obs|enum|seq|sequence|start|stop|epoch|decade|term|trimester|semester|measurement|assessment)([^a-z]|$)|[年月季]度|期間|期间|時点|^(index|[年月日週周季期次])$/i;

export function nameKindOf({ type, name }: Pick<ColumnValues, "type" | "name">): NameKind {
  if (type === "d") return "time";
  const words = separateWords(name);
  if (UNIT_PATTERN.test(words)) return "unit";
  if (TIME_PATTERN.test(words)) return "time";
  return IDENTIFIER_PATTERN.test(words) ? "identifier" : "other";
}

/** Returns true if the name tells an order of the rows of a group, as that of a measurement. */
export function isOrderName(name: string): boolean {
  return ORDER_PATTERN.test(separateWords(name));
}

/** Underscores and capitals separate words: patientId, batch_no. */
const separateWords = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ");
