import { isMissingCell } from "./cells/cell-reader.js";
import { writtenTimeParser } from "./cells/written-times.js";
import { findNamesLine, type NamesLine, type SourceHead } from "./csv/find-names-line.js";
import { DATE_FORMATS } from "./formats/date-formats.js";
import { DECIMAL_MARKS, parseNumberOrNaN } from "./formats/number-formats.js";

/**
 * Returns the line that names the columns below a text that was read as one column. Texts of one column can have delimiters too, so words
 * apart by blanks are no columns, names stand right behind the delimiter, and a column has numbers or times alone, gaps aside.
 */
export function findNamesBelowColumn(text: SourceHead, delimiter?: string): NamesLine | undefined {
  return findNamesLine(text, delimiter, ({ records: [names = [], ...rows], delimiter: found }) => {
    const hasFigures = names.some((_name, column) => {
      const values = rows.map((row) => row[column] ?? "").filter((value) => !isMissingCell(value));
      return values.length > 0 && values.every(isFigure);
    });
    return found !== " " && hasFigures && names.every((name) => name === name.trimStart());
  });
}

const parseFigureTime = writtenTimeParser(DATE_FORMATS, "UTC");
function isFigure(value: string): boolean {
  const text = value.trim();
  return DECIMAL_MARKS.some((mark) => Number.isFinite(parseNumberOrNaN(text, mark))) || parseFigureTime(text) !== undefined;
}
