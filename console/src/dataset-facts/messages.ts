import type { Messages, Translation } from "../i18n/messages.js";

const en = {
  rows_one: "{{rows}} row",
  rows_other: "{{rows}} rows",
  columns_one: "{{count}} column",
  columns_other: "{{count}} columns",
};
type Shape = Translation<typeof en>;

const tw = { rows: "{{rows}} 列", columns: "{{count}} 個欄位" } satisfies Shape;
const cn = { rows: "{{rows}} 行", columns: "{{count}} 列" } satisfies Shape;
const ja = { rows: "{{rows}} 行", columns: "{{count}} 列" } satisfies Shape;

export const messages: Messages<typeof en> = { namespace: "datasetFacts", en, tw, cn, ja };
