import { crc32, deflateRawSync } from "node:zlib";

interface ArchivePart {
  name: string;
  /** Content to pack, with true headers; or packed bytes whose headers claim this unpacked size. */
  bytes?: Uint8Array;
  packed?: Uint8Array;
  unpacked?: number;
}

/** Returns a ZIP archive (APPNOTE.TXT 6.3, section 4.3) whose headers may lie. */
export function zipArchive(parts: ArchivePart[]): Uint8Array {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes = new Uint8Array(0), packed = deflateRawSync(bytes), unpacked = bytes.length } of parts) {
    const label = Buffer.from(name);
    // Version, flags, method, time and date, then digest, sizes and lengths: the same in both headers.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(unpacked, 18);
    common.writeUInt16LE(label.length, 22);
    const entry = Buffer.concat([Buffer.from("PK\x03\x04"), common, label, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), common, place, label]));
    local.push(entry);
    offset += entry.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(Buffer.concat([...local, directory, Buffer.from("PK\x05\x06"), end]));
}
