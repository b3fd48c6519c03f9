/** Small workbooks, whole and damaged: as bytes, and for .xlsx within parts of a valid archive. */
import { createZip } from "@agatha/trainer/data/ingest/workbook/testing/create-zip";
import { CFB, utils, write } from "@e965/xlsx";
import fc from "fast-check";
import { mutatedBytes } from "./mutations.js";

const cell = fc.oneof(
  fc.integer(),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.boolean(),
  fc.constant(null),
  fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }),
  fc.string({ maxLength: 8 }),
  fc.constantFrom('say "hi"', "溫度", "a,b", "two\nlines", "<&>", "_x0000_", " "),
);
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
const header = fc.constantFrom<string[]>(["a", "b", "c"], ["溫度", "b"], ["x"], ["a", "a"]);

type BookType = Parameters<typeof write>[1]["bookType"];

const workbookBytes = (bookType: BookType) =>
  fc.tuple(header, rows).map(([names, cells]) => {
    const book = utils.book_new();
    const fitting = cells.map((each) => names.map((_, i) => each[i % each.length] ?? null));
    utils.book_append_sheet(book, utils.aoa_to_sheet([names, ...fitting], { cellDates: true, UTC: true }), "Sheet1");
    return new Uint8Array(write(book, { type: "buffer", bookType }) as Buffer);
  });

/** The part of the archive reader's result that is used, which its types do not declare. */
interface Archive {
  FullPaths: string[];
  FileIndex: { content?: Uint8Array }[];
}

/** Damages one part and packs it again with its new sizes and checksum. */
const mutatedArchiveEntry: fc.Arbitrary<Uint8Array> = fc.tuple(workbookBytes("xlsx"), fc.nat()).chain(([bytes, which]) => {
  const { FileIndex, FullPaths } = CFB.read(Buffer.from(bytes), { type: "buffer" }) as Archive;
  const members = FullPaths.map((path, i) => ({
    name: path.replace("Root Entry/", ""),
    content: Buffer.from(FileIndex[i]?.content ?? []),
  }));
  const parts = members.filter(({ name, content }) => content.length > 0 && !name.endsWith("/") && !name.includes("Sh33tJ5"));
  const chosen = which % parts.length;
  return mutatedBytes(fc.constant(parts[chosen]?.content ?? Buffer.alloc(0))).map((content) =>
    createZip(parts.map((part, i) => (i === chosen ? { ...part, content } : part))),
  );
});

export const workbook: fc.Arbitrary<Uint8Array> = fc.oneof(
  workbookBytes("xlsx"),
  mutatedArchiveEntry,
  mutatedArchiveEntry,
  mutatedBytes(workbookBytes("xlsx")),
);

const KINDS: BookType[] = ["biff8", "biff5", "biff2"];

export const oldWorkbook: fc.Arbitrary<Uint8Array> = fc.oneof(...KINDS.map((kind) => mutatedBytes(workbookBytes(kind))));
