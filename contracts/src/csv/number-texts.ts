/** Reads numbers of text files as they are written: with decimal point or decimal comma, and with separators of thousands. Pure. */

/** How numbers are probably written if the cells of a column do not show it. */
export interface NumberStyle {
  decimal: "." | ",";
  /** Whether separators of thousands are known to be in use. */
  grouped: boolean;
}

const WITH_POINT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const WITH_COMMA = /^[+-]?\d*,\d+$/;
const GROUPED_WITH_POINT = /^[+-]?[1-9]\d{0,2}(?:[,'\u2019\u00a0\u202f]\d{3})+(?:\.\d+)?$/;
const GROUPED_WITH_COMMA = /^[+-]?[1-9]\d{0,2}(?:[.'\u2019\u00a0\u202f]\d{3})+(?:,\d+)?$/;
/** One separator and three digits after it: a group of thousands, or a fraction. */
const SINGLE_GROUP = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Returns a function that writes the numbers of a column with decimal point and without groups; undefined for text that is no number.
 * The other cells of the column decide what the comma of 1,234 and the point of 1.234 stand for. If they do not decide, `style` does.
 * If no separators of thousands are known to be in use, text with a comma that may be one is no number, and a point that may be one is
 * a decimal point.
 */
export function numberReader(cells: readonly string[], style: NumberStyle): (cell: string) => string | undefined {
  const clear = cells.filter((cell) => !SINGLE_GROUP.test(cell));
  const showsPoint = clear.some((cell) => (WITH_POINT.test(cell) && cell.includes(".")) || isGroupedWith(".", cell));
  const showsComma = clear.some((cell) => WITH_COMMA.test(cell) || isGroupedWith(",", cell));
  const decimal = showsPoint === showsComma ? style.decimal : showsComma ? "," : ".";
  const grouped = style.grouped || clear.some((cell) => GROUPED_WITH_POINT.test(cell) || GROUPED_WITH_COMMA.test(cell));
  const pointsAreGroups = decimal === "," && (grouped || (showsComma && !showsPoint));
  const readSingleGroup = (cell: string) => {
    if (cell.includes(".")) return pointsAreGroups ? commaToPoint(cell) : cell;
    if (decimal === ",") return commaToPoint(cell);
    return grouped ? withoutGroups(cell) : undefined;
  };
  return (cell) => {
    if (SINGLE_GROUP.test(cell)) return readSingleGroup(cell);
    if (WITH_POINT.test(cell)) return cell;
    if (GROUPED_WITH_POINT.test(cell)) return withoutGroups(cell);
    return WITH_COMMA.test(cell) || GROUPED_WITH_COMMA.test(cell) ? commaToPoint(cell) : undefined;
  };
}

/** Returns whether a number has groups of thousands that only fit this decimal mark. */
function isGroupedWith(decimal: NumberStyle["decimal"], cell: string): boolean {
  return (
    GROUPED_WITH_POINT.test(cell) !== GROUPED_WITH_COMMA.test(cell) &&
    (decimal === "." ? GROUPED_WITH_POINT : GROUPED_WITH_COMMA).test(cell)
  );
}

const withoutGroups = (cell: string): string => cell.replaceAll(/[,'\u2019\u00a0\u202f]/g, "");
const commaToPoint = (cell: string): string => cell.replaceAll(/[.'\u2019\u00a0\u202f]/g, "").replace(",", ".");
