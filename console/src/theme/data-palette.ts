/**
 * Colours with a meaning, the same in every chart and table. They come from the palette of Okabe and Ito (2008), which people
 * with any common colour blindness can tell apart. The dark theme has lighter steps of the same hues.
 */
export interface DataPalette {
  training: string;
  heldOut: string;
  actual: string;
  predicted: string;
  anomaly: string;
  missing: string;
  /** Bars and lines without a particular meaning. */
  plain: string;
  /** Groups without an order, such as clusters. */
  groups: readonly string[];
}

export const LIGHT_DATA: DataPalette = {
  training: "#8a94a3",
  heldOut: "#0072b2",
  actual: "#333b47",
  predicted: "#d55e00",
  anomaly: "#c03a2b",
  missing: "#b35c00",
  plain: "#6f8fb8",
  groups: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f6a2c", "#5b3f8c"],
};

export const DARK_DATA: DataPalette = {
  training: "#8793a3",
  heldOut: "#56b4e9",
  actual: "#d3dae3",
  predicted: "#f0913f",
  anomaly: "#ff7b6b",
  missing: "#f0a94a",
  plain: "#6d94c6",
  groups: ["#56b4e9", "#f0913f", "#2fc49a", "#e19ac3", "#f5c75a", "#9ccff2", "#c2aa62", "#a884c8"],
};
