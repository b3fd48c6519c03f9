import type { Messages, Translation } from "../i18n/messages.js";

const en = { close: "Close", cancel: "Cancel" };
type Shape = Translation<typeof en>;

const tw = { close: "關閉", cancel: "取消" } satisfies Shape;
const cn = { close: "关闭", cancel: "取消" } satisfies Shape;
const ja = { close: "閉じる", cancel: "キャンセル" } satisfies Shape;

export const messages: Messages<typeof en> = { namespace: "dialogs", en, tw, cn, ja };
