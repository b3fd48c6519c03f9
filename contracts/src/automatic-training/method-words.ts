/** Words for the methods of an automatic training in each language, which stand in the titles of its models. */
import type { Language } from "../kinds/language.js";

export interface MethodWords {
  list: (algorithms: readonly string[]) => string;
  /** With searched settings. */
  tuned: (algorithm: string) => string;
  /** With other settings than the defaults. */
  variants: Record<
    "slowLearning" | "shallowTrees" | "shallowTreesLogResponse" | "logResponse" | "widerLayers" | "largerCost" | "weightedByDistance",
    (algorithm: string) => string
  >;
  /** Without the columns that are known ahead. */
  pastAlone: (algorithm: string) => string;
  groups: (algorithm: string, count: number) => string;
  mean: (algorithms: readonly string[]) => string;
  /** A layer `above` that learns from the outputs of the layer `below`. */
  stacked: (above: string, below: string) => string;
}

export const METHOD_WORDS: Record<Language, MethodWords> = {
  en: {
    list: (algorithms) => algorithms.join(", "),
    tuned: (algorithm) => `${algorithm} (tuned)`,
    variants: {
      slowLearning: (algorithm) => `${algorithm} (slow learning)`,
      shallowTrees: (algorithm) => `${algorithm} (shallow trees)`,
      shallowTreesLogResponse: (algorithm) => `${algorithm} (shallow trees, log response)`,
      logResponse: (algorithm) => `${algorithm} (log response)`,
      widerLayers: (algorithm) => `${algorithm} (wider layers)`,
      largerCost: (algorithm) => `${algorithm} (larger C)`,
      weightedByDistance: (algorithm) => `${algorithm} (weighted by distance)`,
    },
    pastAlone: (algorithm) => `${algorithm} (past alone)`,
    groups: (algorithm, count) => `${algorithm} (${count} groups)`,
    mean: (algorithms) => `Mean of ${algorithms.join(", ")}`,
    stacked: (above, below) => `${above} on ${below}`,
  },
  tw: {
    list: (algorithms) => algorithms.join("、"),
    tuned: (algorithm) => `${algorithm}（調校後）`,
    variants: {
      slowLearning: (algorithm) => `${algorithm}（低學習率）`,
      shallowTrees: (algorithm) => `${algorithm}（淺樹）`,
      shallowTreesLogResponse: (algorithm) => `${algorithm}（淺樹、對數目標）`,
      logResponse: (algorithm) => `${algorithm}（對數目標）`,
      widerLayers: (algorithm) => `${algorithm}（較寬的層）`,
      largerCost: (algorithm) => `${algorithm}（較大的 C）`,
      weightedByDistance: (algorithm) => `${algorithm}（依距離加權）`,
    },
    pastAlone: (algorithm) => `${algorithm}（僅用過去值）`,
    groups: (algorithm, count) => `${algorithm}（${count} 群）`,
    mean: (algorithms) => `${algorithms.join("、")} 的平均`,
    stacked: (above, below) => `${above} 疊加於 ${below}`,
  },
  cn: {
    list: (algorithms) => algorithms.join("、"),
    tuned: (algorithm) => `${algorithm}（调优后）`,
    variants: {
      slowLearning: (algorithm) => `${algorithm}（低学习率）`,
      shallowTrees: (algorithm) => `${algorithm}（浅树）`,
      shallowTreesLogResponse: (algorithm) => `${algorithm}（浅树、对数目标）`,
      logResponse: (algorithm) => `${algorithm}（对数目标）`,
      widerLayers: (algorithm) => `${algorithm}（较宽的层）`,
      largerCost: (algorithm) => `${algorithm}（较大的 C）`,
      weightedByDistance: (algorithm) => `${algorithm}（按距离加权）`,
    },
    pastAlone: (algorithm) => `${algorithm}（仅用过去值）`,
    groups: (algorithm, count) => `${algorithm}（${count} 组）`,
    mean: (algorithms) => `${algorithms.join("、")} 的平均`,
    stacked: (above, below) => `${above} 叠加于 ${below}`,
  },
  ja: {
    list: (algorithms) => algorithms.join("、"),
    tuned: (algorithm) => `${algorithm}（調整済み）`,
    variants: {
      slowLearning: (algorithm) => `${algorithm}（低学習率）`,
      shallowTrees: (algorithm) => `${algorithm}（浅い木）`,
      shallowTreesLogResponse: (algorithm) => `${algorithm}（浅い木、予測対象の対数）`,
      logResponse: (algorithm) => `${algorithm}（予測対象の対数）`,
      widerLayers: (algorithm) => `${algorithm}（幅の広い層）`,
      largerCost: (algorithm) => `${algorithm}（大きい C）`,
      weightedByDistance: (algorithm) => `${algorithm}（距離で重み付け）`,
    },
    pastAlone: (algorithm) => `${algorithm}（過去の値のみ）`,
    groups: (algorithm, count) => `${algorithm}（${count} グループ）`,
    mean: (algorithms) => `${algorithms.join("、")} の平均`,
    stacked: (above, below) => `${below} の上に ${above}`,
  },
};
