import type { Messages, Translated } from "../i18n/messages.js";

const en = { title: "upload" };
type Shape = Translated<typeof en>;
const tw = { title: "upload" } satisfies Shape;
const cn = { title: "upload" } satisfies Shape;
const ja = { title: "upload" } satisfies Shape;

export const messages: Messages<typeof en> = { namespace: "upload", en, tw, cn, ja };
