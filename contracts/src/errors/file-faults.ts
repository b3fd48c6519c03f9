/** Faults of a file that becomes a table. Each has its English text; the console translates it by the fault's name. */
import { z } from "zod";

/** Texts by fault. `{{name}}` is one of the fault's values. The line is no part of the text: `path` and `line` have it. */
export const FILE_FAULTS = {
  emptyFile: "the file is empty",
  noHeader: "the file has no header: add a first line that names the columns",
  noRows: "the file has a header but no rows: add at least one row",
  notText: "the file is not text: save the table as .csv, .xlsx or .xls",
  otherText: "the file holds JSON, HTML or XML instead of a table: save the table as .csv, .xlsx or .xls",
  wrongEncoding: "the file has bytes that are not valid {{encoding}}: choose another encoding",
  damagedByte: "the file is UTF-8 text, but its byte {{byte}} is damaged: repair it, or choose the encoding if it is another one",
  unknownEncoding: "the file's encoding cannot be told for sure: choose it, or save the file as UTF-8",
  badDelimiter: "a quote or a line end cannot delimit values: choose another character",
  noLineEnd: "no line end was found in the first {{characters}} characters",
  unreadableText: "the file cannot be read as a table of delimited text: check quotes and line ends",
  missingValue: "the line ends after {{found}} of {{expected}} columns: column {{position}} ({{column}}) is missing.",
  extraValue: "the line has {{found}} values, but only {{expected}} columns are named: value {{position}} is too many.",
  linesAboveNames:
    "the line has {{found}} values, but the first line names one column alone: if there are other lines above the names, have them skipped, where that is offered, or delete them.",
  namesInLine:
    "the names of the columns seem to be in line {{names}}: have the lines above it skipped, where that is offered, or delete them",
  namesInRow: "the names of the columns seem to be in row {{names}}: have the rows above it skipped, where that is offered, or delete them",
  severalTables: "a table with other columns begins here: save each table as a file of its own",
  nothingBelow: "nothing is left below the lines that are skipped: choose an earlier line for the names",
  openQuote: "a quoted value does not end where it should: double the quotes inside it.",
  longLine: "the line is longer than 2,000,000 bytes: check that every quoted value ends",
  longRow: "the row has more than 2,000,000 characters of text: shorten its texts",
  longTexts: "the texts are too long to be read together: leave out the column with the longest ones, or shorten them",
  unreadableLine: "the line cannot be read.",
  tooManyColumns: "the file has {{found}} columns; at most {{expected}} can be used",
  unnamedColumn: "column {{position}} has no name: name it; or have lines above the names skipped, where that is offered, or delete them",
  unnamedIndex:
    "column 1 has no name, as pandas and R write names or numbers of rows: write a name into its first line, or export the table without it (index=False, row.names=FALSE)",
  reservedName: "column {{position}} is named {{column}}, which is a reserved word: rename it",
  repeatedName: "columns {{first}} and {{position}} are both named {{column}}: rename one",
  longName: "the name of column {{position}} has {{found}} characters; at most {{expected}} are allowed",
  tooManyRows: "the file has more than {{expected}} rows: send it in parts",
  noAccounts: "the file has no row with an account",
  unknownAccountColumn: "Column {{position}} is named {{column}}, as no setting of an account is: rename it, or leave it out.",
  otherExtension: "{{file}} does not end in .csv, .xlsx or .xls",
  emptySheet: "the sheet is empty",
  noSheet: "there is no sheet {{sheet}}; there are {{sheets}}",
  encryptedWorkbook: "the workbook is encrypted: remove its password",
  damagedWorkbook: "the workbook is damaged ({{what}}): open it in a spreadsheet program and save it again",
  uncalculatedWorkbook:
    "cell {{cell}} has a formula without a stored result, as all formulas of the sheet: open the workbook in a spreadsheet program and save it again",
  otherWorkbook: "this is another kind of workbook: save it as .xlsx",
  noWorkbook: "the file is not a workbook, whatever its name says: save the table as .xlsx or .csv",
  largeWorkbook: "the workbook is larger than {{limit}} MiB: save the table as .csv",
  missingFile:
    "the uploaded file is gone: the object store has no {{object}}. Upload the file again; or have the administrator restore the object, and try again",
  refusedFile:
    "the object store refuses access to {{object}}: the uploaded file is gone, or may not be read. Have the administrator look for the object: if it is gone, upload the file again; if it is there, the credentials need s3:GetObject on it, before a new try",
  largeUnpackedWorkbook: "the workbook unpacks to more than {{limit}} MiB: save the table as .csv",
} as const satisfies Record<string, string>;
export type FileFaultName = keyof typeof FILE_FAULTS;

export const fileFault = z.object({
  name: z.string().max(32).describe("Name of the fault, by which a screen finds its text."),
  values: z.record(z.string().max(32), z.string().max(512)).describe("What the text names: line, position (of the column), column …"),
});
export type FileFault = z.infer<typeof fileFault>;
