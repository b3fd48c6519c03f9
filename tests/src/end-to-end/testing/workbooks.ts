/** Small workbooks for tests, and two malicious ones. */
import { deflateRawSync } from "node:zlib";
import { utils, write } from "@e965/xlsx";

type CellValue = string | number | { formula: string; value: number };

export function workbook(rows: CellValue[][]): Uint8Array {
  const sheet = utils.aoa_to_sheet(rows.map((row) => row.map((cell) => (typeof cell === "object" ? cell.value : cell))));
  rows.forEach((row, r) => {
    row.forEach((cell, c) => {
      if (typeof cell === "object") sheet[utils.encode_cell({ r, c })] = { t: "n", v: cell.value, f: cell.formula };
    });
  });
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, "Sheet1");
  return new Uint8Array(write(book, { type: "buffer", bookType: "xlsx" }) as Buffer);
}

export function damagedWorkbook(): Uint8Array {
  const bytes = workbook([["a"], [1], [2]]);
  return bytes.slice(0, Math.floor(bytes.length / 2));
}

/** Returns half a megabyte that unpacks to 512 MiB: one sheet of blanks. */
export function decompressionBombWorkbook(): Uint8Array {
  const size = 512 * 1024 * 1024;
  const name = Buffer.from("xl/worksheets/sheet1.xml");
  const body = deflateRawSync(Buffer.alloc(size, 32), { level: 9 });
  const header = (signature: number, extra: number) => {
    const fields = Buffer.alloc(26 + extra);
    fields.writeUInt32LE(signature, 0);
    return fields;
  };
  const sizes = (target: Buffer, at: number) => {
    target.writeUInt16LE(8, at);
    target.writeUInt32LE(0, at + 6);
    target.writeUInt32LE(body.length, at + 10);
    target.writeUInt32LE(size, at + 14);
    target.writeUInt16LE(name.length, at + 18);
  };
  const local = header(0x04034b50, 4);
  sizes(local, 8);
  const central = header(0x02014b50, 20);
  sizes(central, 10);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + body.length, 16);
  return new Uint8Array(Buffer.concat([local, name, body, central, name, end]));
}
