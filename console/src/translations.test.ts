import { existsSync, readdirSync, readFileSync } from "node:fs";
import { ALL_MESSAGES } from "./all-messages.js";
import { messages as automaticTraining } from "./automatic-training/messages.js";
import { LANGUAGE_CODES } from "./i18n/languages.js";
import type { MessageTree } from "./i18n/messages.js";
import { messages as reactAdmin } from "./i18n/react-admin/messages.js";
import { messages as layout } from "./layout/messages.js";
import { messages as models } from "./models/messages.js";
import { apiEnablementTitle } from "./screens/management/title.js";

// The compiler checks that no text is missing. It does not check the interpolated values.

/** Path and text of every message. English plurals share the single path of the other languages. */
function* textsOf(tree: MessageTree, path = ""): Generator<[path: string, text: string]> {
  for (const [key, value] of Object.entries(tree)) {
    const here = `${path}${key.replace(/_(one|other)$/, "")}`;
    if (typeof value === "string") yield [here, value];
    else yield* textsOf(value, `${here}.`);
  }
}

const valuesIn = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}/g))].sort();

const translations = ALL_MESSAGES.flatMap((messages) =>
  LANGUAGE_CODES.filter((code) => code !== "en").map((code) => ({ name: `${messages.namespace} in ${code}`, messages, code })),
);

test("every folder with texts is listed under a namespace of its own name", () => {
  const sources = ["../src/", "../src/screens/"].map((path) => new URL(path, import.meta.url));
  const folders = sources.flatMap((source) =>
    readdirSync(source).filter((name) => name !== "i18n" && existsSync(new URL(`${name}/messages.ts`, source))),
  );
  const named = folders.map((name) => name.replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase()));
  const ofFolders = ALL_MESSAGES.filter((messages) => messages !== apiEnablementTitle && messages !== reactAdmin);
  const namespaces = ofFolders.map(({ namespace }) => namespace);
  expect(namespaces.sort()).toEqual(named.sort());
});

test.each(translations)("$name has the same placeholders as English", ({ messages, code }) => {
  const english = new Map(textsOf(messages.en));
  for (const [path, text] of textsOf(messages[code])) {
    expect({ path, values: valuesIn(text) }).toEqual({ path, values: valuesIn(english.get(path) ?? "") });
  }
});

// @contract texts-are-there-in-every-language-messages
test.each(translations)("$name has no empty text", ({ messages, code }) => {
  expect([...textsOf(messages[code])].filter(([, text]) => text.trim() === "")).toEqual([]);
});

/**
 * Slips that were found once: other forms of terms that have one form, words of the other Chinese, half-width marks between full-width
 * characters.
 */
const OTHER_FORMS = {
  en: /Present password|\d %|Connecting…/,
  tw: /遠離值|保留資料(?!列)|尚未回應|管理者|編輯歷程|聯繫|等待輪到|顯示較少|脊懲罰|套索|轉動|下列列|學習自|自動建模|簡單猜測|找出比例|缺漏|數據|默認|加載|優化|用戶|程序|設置|信息|質量|網絡|導出|導入|字段|字符|登錄|創建|\d %|\p{Script=Han}[,:;!?]/u,
  cn: /远离值|保留数据|尚未响应|管理者|编辑历史|编辑历程|联络|等待轮到|显示较少|脊惩罚|套索|转动|下列列|学习自|自动建模|简单猜测|找出比例|模型授权|电子邮件|真正例率|合约|资料|档案|预设|载入|最佳化|设定|储存|使用者|程式|栏位|登入|(?<!产)品质|\d %|\p{Script=Han}[,:;!?]/u,
  ja: /目的変数|まだ応答しません|自動モデリング|パラメータ(?!ー)|もっとも|検査|罰則の列|未知の行|単純な推測|(?<!その)他の|権利|一つ|文字列|無作為|評価用|わか[るりっ]|バッチ予測|利用者|かっこ内|〜|任意の行|取り除|一期|一季節|既に|アドバイザー|\d %|[\p{Script=Han}ぁ-ヺ][,:;!?]/u,
};

test.each(Object.entries(OTHER_FORMS))("each term has one form in %s", (code, otherForms) => {
  const texts = ALL_MESSAGES.flatMap((messages) => [...textsOf(messages[code as keyof typeof OTHER_FORMS])]);
  expect(texts.filter(([, text]) => otherForms.test(text))).toEqual([]);
});

test.each(Object.entries(OTHER_FORMS).filter(([code]) => code !== "en"))(
  "each term has that form in the guide too: %s",
  (code, otherForms) => {
    const folder = new URL(`../../docs/guide/${code}/`, import.meta.url);
    const pages = readdirSync(folder).filter((name) => name.endsWith(".md"));
    const lines = pages.flatMap((page) => readFileSync(new URL(page, folder), "utf8").split("\n"));
    expect(lines.filter((line) => otherForms.test(line))).toEqual([]);
  },
);

test("Japanese has a space beside Latin letters and digits, and a mark beside a metric or method, whose name may be Latin", () => {
  const latin = String.raw`(?:[a-zA-Z0-9%]|\{\{(?:metric|method)\}\})`;
  const japanese = String.raw`[\p{Script=Han}ぁ-ヺー]`;
  const unspaced = new RegExp(`${japanese}${latin}|${latin}${japanese}`, "u");
  const texts = ALL_MESSAGES.flatMap((messages) => [...textsOf(messages.ja)]);
  expect(texts.filter(([, text]) => unspaced.test(text))).toEqual([]);
});

test.each(LANGUAGE_CODES)("a failed, a stopped and a cancelled training have a word each, the same on every screen: %s", (code) => {
  const wordsOf = ({ failed, stopped, cancelled }: Record<"failed" | "stopped" | "cancelled", string>) => [failed, stopped, cancelled];
  const words = wordsOf(models[code].state);
  expect(new Set(words).size).toBe(3);
  expect(wordsOf(automaticTraining[code].state)).toEqual(words);
  expect(wordsOf(layout[code].status)).toEqual(words);
});
