/** Workbooks for tests, and the requests that ingest them. */
import { utils, type WorkSheet, write } from "@e965/xlsx";
import { createZip } from "./create-zip.js";

type Bookish = Parameters<typeof write>[1]["bookType"];

/** Returns a workbook with these sheets, as SheetJS writes it. */
export function workbook(sheets: Record<string, WorkSheet>, bookType: Bookish = "xlsx"): Buffer {
  const book = utils.book_new();
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name);
  return write(book, { type: "buffer", bookType, compression: true }) as Buffer;
}

export const xlsx = { source: { format: "xlsx", fileName: "table.xlsx" } } as const;
export const xls = { source: { format: "xls", fileName: "table.xls" } } as const;
/** Returns a time in UTC. */
export const at = (...parts: [number, number, number, number?, number?]) => new Date(Date.UTC(...parts));

/** A table with an empty row above it, an empty column on its left, and cells of each type. */
export const SHEET = utils.aoa_to_sheet(
  [
    [],
    [null, "n", "溫度", "formula", "flag", "text", "gap", "id"],
    [null, 1.5, at(2020, 0, 2), { t: "n", v: 3, f: "1+2" }, true, 'say "hello"\nthere', { t: "e", v: 7 }, "00123"],
    [],
    [null, -2, at(2020, 0, 3, 13, 5), { t: "n", v: 4, f: "B3+2" }, false, "'=1", 5, "00124"],
  ],
  { cellDates: true, UTC: true },
);

/**
 * Returns a workbook as a program writes it that stores formulas without a type. The styles have these built-in formats. Without
 * rows, the sheet's part is missing.
 */
export function plainWorkbook(rows?: string, formats: readonly number[] = []): Buffer {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const packages = "http://schemas.openxmlformats.org/package/2006";
  const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${packages}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs>${formats.map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join("")}</cellXfs></styleSheet>`,
    ...(rows !== undefined && { "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>` }),
  };
  return createZip(Object.entries(parts).map(([name, content]) => ({ name, content: Buffer.from(content) })));
}
