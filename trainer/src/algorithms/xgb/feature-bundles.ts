import type { BinCodes, Bins } from "../../numeric/trees/bins.js";

/**
 * Binned columns in groups that take one byte a row. A group is a single column, or a bundle of indicators of which at most one
 * is set in a row, such as the levels of a text column (exclusive feature bundling: Ke et al. 2017, LightGBM). A histogram then
 * takes as many steps a row as there are groups.
 *
 * In a bundle, bin 0 means that no indicator is set, and bin k that the k-th is set. A group's last bin is for missing values, if
 * there are any.
 */
export interface FeatureBundles {
  readonly nrow: number;
  readonly count: number;
  /** Bins, group by group: the bin of row i in group g is `codes[g * nrow + i]`. */
  readonly codes: Uint8Array;
  /** Bins of group g in a histogram of all groups: `binOffsets[g]` up to, not including, `binOffsets[g + 1]`. */
  readonly binOffsets: Int32Array;
  /** Number of bins of each group without the bin for missing values. */
  readonly valueBinCounts: Int32Array;
  /** Group of each column, and its bin there if it is an indicator in a bundle, else 0. */
  readonly groupOf: Int32Array;
  readonly indicatorBin: Int32Array;
}

/** Most indicators in a bundle: bin numbers are bytes, and one each is for "none" and "missing". */
const MAX_BUNDLE_SIZE = 254;
const MISSING_CODE = 255;

interface FeatureBundle {
  columns: number[];
  codes: BinCodes;
  valued: number;
  missing: boolean;
}

/** Bundles consecutive indicators while no row has two of them set and all are missing in the same rows. */
export function bundleFeatures(bins: Bins): FeatureBundles {
  const groups: FeatureBundle[] = [];
  let bundle: FeatureBundle | undefined;
  for (let j = 0; j < bins.ncol; j++) {
    const codes = bins.codes.subarray(j * bins.nrow, (j + 1) * bins.nrow);
    const group = {
      columns: [j],
      codes,
      valued: bins.valueBinCounts[j],
      missing: bins.binOffsets[j + 1] - bins.binOffsets[j] > bins.valueBinCounts[j],
    };
    if (group.valued !== 2) {
      groups.push(group);
      continue;
    }
    group.codes = codes.map((code) => (code === 2 ? MISSING_CODE : code));
    if (bundle !== undefined && bundle.columns.length < MAX_BUNDLE_SIZE && areExclusive(bundle.codes, group.codes))
      addToBundle(bundle, group);
    else {
      bundle = group;
      groups.push(group);
    }
  }
  return layOut(groups, bins);
}

function areExclusive(bundle: BinCodes, codes: BinCodes): boolean {
  for (let i = 0; i < codes.length; i++) {
    if ((codes[i] === MISSING_CODE) !== (bundle[i] === MISSING_CODE)) return false;
    if (codes[i] === 1 && bundle[i] !== 0) return false;
  }
  return true;
}

function addToBundle(bundle: FeatureBundle, { columns, codes }: FeatureBundle): void {
  bundle.columns.push(...columns);
  bundle.valued++;
  for (let i = 0; i < codes.length; i++) if (codes[i] === 1) bundle.codes[i] = bundle.columns.length;
}

function layOut(groups: readonly FeatureBundle[], { nrow, ncol }: Bins): FeatureBundles {
  const count = groups.length;
  const valueBinCounts = Int32Array.from(groups, (group) => group.valued);
  const codes = new Uint8Array(count * nrow);
  const binOffsets = new Int32Array(count + 1);
  const groupOf = new Int32Array(ncol);
  const indicatorBin = new Int32Array(ncol);
  groups.forEach((group, g) => {
    binOffsets[g + 1] = binOffsets[g] + group.valued + (group.missing ? 1 : 0);
    const own = codes.subarray(g * nrow, (g + 1) * nrow);
    own.set(group.codes);
    if (group.valued < MISSING_CODE) for (let i = 0; i < nrow; i++) if (own[i] === MISSING_CODE) own[i] = group.valued;
    group.columns.forEach((column, k) => {
      groupOf[column] = g;
      indicatorBin[column] = group.columns.length > 1 ? k + 1 : 0;
    });
  });
  return { nrow, count, codes, binOffsets, valueBinCounts, groupOf, indicatorBin };
}
