import { useMemo } from "react";
import { isUtcTime } from "../../i18n/format.js";
import { type Format, useFormat } from "../../i18n/use-format.js";
import { useJoinedList } from "../../i18n/use-joined-list.js";
import { type TextFunction, useText } from "../../i18n/use-text.js";
import { actionKey } from "./action-key.js";
import { messages } from "./messages.js";

type Text = TextFunction<typeof messages.en>;
const KNOWN = messages.en.record;
/** Details that somebody typed. What they say is never a word of the program. */
const TYPED_DETAILS = new Set(["name", "title", "username", "email", "file", "from", "to"]);

/** Returns the words for parts of a record. What has no text, such as a detail of an older version, is shown as it is stored. */
export function useRecordText() {
  const text = useText(messages);
  const format = useFormat();
  const joined = useJoinedList();
  return useMemo(
    () => ({
      action: (action: string): string => wordOf(text, "action", actionKey(action)) ?? action,
      area: (area: string): string => wordOf(text, "area", area) ?? area,
      /** Example: `Enabled: no, Limit of models: 20`. */
      detail: (detail: Record<string, unknown>, nameOf: (id: string) => string): string =>
        joined(
          Object.entries(detail).map(([name, value]) =>
            text("detailOf", {
              name: wordOf(text, "detail", name) ?? name,
              value: valueText({ text, format, joined, nameOf, isTyped: TYPED_DETAILS.has(name) }, value),
            }),
          ),
        ),
    }),
    [text, format, joined],
  );
}

interface Words {
  text: Text;
  format: Format;
  joined(items: readonly string[]): string;
  nameOf(id: string): string;
  isTyped: boolean;
}

function valueText(words: Words, value: unknown): string {
  const { text, format, joined, nameOf } = words;
  if (Array.isArray(value)) return joined(value.map((each) => valueText(words, each)));
  const stored = typeof value === "string" ? value : JSON.stringify(value);
  if (isUtcTime(stored)) return format.date(stored);
  return (words.isTyped ? undefined : wordOf(text, "value", stored)) ?? nameOf(stored);
}

function wordOf(text: Text, group: keyof typeof KNOWN, key: string): string | undefined {
  return Object.hasOwn(KNOWN[group], key) ? text(`record.${group}.${key}` as Parameters<Text>[0]) : undefined;
}
