/** Words by which an inspection says that a part is good, without spaces and marks. */
const GOOD =
  "ok okay io pass passed good normal inlier accept accepted conforming conform nondefective healthy 正常 合格 良品 良 良好 通過 通过 合格品 正常品".split(
    " ",
  );

/** Words by which it says that one is not. */
const BAD =
  "nok notok ng nio fail failed bad abnormal anomaly anomalous outlier reject rejected nonconforming defect defective fault faulty 異常 异常 離群 离群 外れ値 不合格 不良 不良品 不通過 不通过 故障 瑕疵 缺陷 欠陥".split(
    " ",
  );

const wordOf = (text: string): string => text.toLowerCase().replace(/[\s._-]/g, "");

/** Returns true if the text is a verdict that a part is not good. */
export const isBadVerdict = (text: string): boolean => BAD.includes(wordOf(text));

/** Returns true if the different texts of a column are verdicts on quality, such as ok and nok, and one of them is a bad one. */
export function areQualityVerdicts(texts: readonly string[]): boolean {
  const words = texts.map(wordOf);
  return texts.length <= 2 && words.some((word) => BAD.includes(word)) && words.every((word) => BAD.includes(word) || GOOD.includes(word));
}
