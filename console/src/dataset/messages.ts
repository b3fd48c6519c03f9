import type { Messages, Translated } from "../i18n/messages.js";

const en = { title: "dataset" };
type Shape = Translated<typeof en>;
const tw = { title: "dataset" } satisfies Shape;
const cn = { title: "dataset" } satisfies Shape;
const ja = { title: "dataset" } satisfies Shape;

export const messages: Messages<typeof en> = { namespace: "dataset", en, tw, cn, ja };
