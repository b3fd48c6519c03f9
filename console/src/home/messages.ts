import type { Messages, Translated } from "../i18n/messages.js";

const en = { title: "home" };
type Shape = Translated<typeof en>;
const tw = { title: "home" } satisfies Shape;
const cn = { title: "home" } satisfies Shape;
const ja = { title: "home" } satisfies Shape;

export const messages: Messages<typeof en> = { namespace: "home", en, tw, cn, ja };
