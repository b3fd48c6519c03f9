import { FINDING_TEXTS } from "@agatha/contracts";
import type { Messages, Translation } from "../i18n/messages.js";

const en = {
  rows: "Rows",
  more: "and {{count}} more",
  quickModelOfCopies: {
    RMSE: "A quick model is off by {{known}} (RMSE) for {{response}} in rows with a copy in training, and by {{new}} in rows without one.",
    error_rate:
      "A quick model is wrong about {{response}} in {{known}} of the rows with a copy in training, and in {{new}} of those without one.",
  },
  quickModel: {
    RMSE: "A quick model is off by {{known}} (RMSE) for {{response}} in known groups, and by {{new}} in new ones.",
    error_rate: "A quick model is wrong about {{response}} in {{known}} of the rows of known groups, and in {{new}} of those of new ones.",
  },
  inTime: {
    RMSE: "A quick model is off by {{random}} (RMSE) for {{response}} in random rows, and by {{later}} in the latest ones.",
    error_rate: "A quick model is wrong about {{response}} in {{random}} of random rows, and in {{later}} of the latest ones.",
  },
  found: FINDING_TEXTS.en,
};
type Shape = Translation<typeof en>;

const tw = {
  rows: "資料列",
  more: "以及另外 {{count}} 個",
  quickModelOfCopies: {
    RMSE: "快速模型預測 {{response}} 的誤差（RMSE）：訓練資料中有副本的列為 {{known}}，沒有副本的列為 {{new}}。",
    error_rate: "快速模型預測 {{response}} 的錯誤比例：訓練資料中有副本的列為 {{known}}，沒有副本的列為 {{new}}。",
  },
  quickModel: {
    RMSE: "快速模型預測 {{response}} 的誤差（RMSE）：已知的組為 {{known}}，新的組為 {{new}}。",
    error_rate: "快速模型預測 {{response}} 的錯誤比例：已知的組為 {{known}}，新的組為 {{new}}。",
  },
  inTime: {
    RMSE: "快速模型預測 {{response}} 的誤差（RMSE）：隨機的資料列為 {{random}}，最晚的資料列為 {{later}}。",
    error_rate: "快速模型預測 {{response}} 的錯誤比例：隨機的資料列為 {{random}}，最晚的資料列為 {{later}}。",
  },
  found: FINDING_TEXTS.tw,
} satisfies Shape;

const cn = {
  rows: "数据行",
  more: "以及另外 {{count}} 个",
  quickModelOfCopies: {
    RMSE: "快速模型预测 {{response}} 的误差（RMSE）：训练数据中有副本的行为 {{known}}，没有副本的行为 {{new}}。",
    error_rate: "快速模型预测 {{response}} 的错误比例：训练数据中有副本的行为 {{known}}，没有副本的行为 {{new}}。",
  },
  quickModel: {
    RMSE: "快速模型预测 {{response}} 的误差（RMSE）：已知的组为 {{known}}，新的组为 {{new}}。",
    error_rate: "快速模型预测 {{response}} 的错误比例：已知的组为 {{known}}，新的组为 {{new}}。",
  },
  inTime: {
    RMSE: "快速模型预测 {{response}} 的误差（RMSE）：随机的行为 {{random}}，最晚的行为 {{later}}。",
    error_rate: "快速模型预测 {{response}} 的错误比例：随机的行为 {{random}}，最晚的行为 {{later}}。",
  },
  found: FINDING_TEXTS.cn,
} satisfies Shape;

const ja = {
  rows: "行",
  more: "ほか {{count}} 件",
  quickModelOfCopies: {
    RMSE: "簡単なモデルで {{response}} を予測したときの誤差（RMSE）は、学習に複製のある行で {{known}}、複製のない行で {{new}} です。",
    error_rate: "簡単なモデルで {{response}} を予測したときの誤りの割合は、学習に複製のある行で {{known}}、複製のない行で {{new}} です。",
  },
  quickModel: {
    RMSE: "簡単なモデルで {{response}} を予測したときの誤差（RMSE）は、既知のグループで {{known}}、新しいグループで {{new}} です。",
    error_rate: "簡単なモデルで {{response}} を予測したときの誤りの割合は、既知のグループで {{known}}、新しいグループで {{new}} です。",
  },
  inTime: {
    RMSE: "簡単なモデルで {{response}} を予測したときの誤差（RMSE）は、ランダムに選んだ行で {{random}}、最も新しい行で {{later}} です。",
    error_rate:
      "簡単なモデルで {{response}} を予測したときの誤りの割合は、ランダムに選んだ行で {{random}}、最も新しい行で {{later}} です。",
  },
  found: FINDING_TEXTS.ja,
} satisfies Shape;

export const messages: Messages<Shape> = { namespace: "dataFindings", en, tw, cn, ja };
