/** Writes ZIP archives for tests, including archives with false headers. */
import { crc32, deflateRawSync } from "node:zlib";

interface ZipMember {
  name: string;
  content: Uint8Array;
  /** Values that the headers state instead of the true ones. */
  claimed?: { unpacked?: number; crc32?: number };
}

const HEADER_BYTES = { local: 30, central: 46, end: 22 };

export function createZip(members: readonly ZipMember[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimed = {} } of members) {
    const packed = deflateRawSync(content);
    const sizes = { checksum: claimed.crc32 ?? crc32(content), packed: packed.length, unpacked: claimed.unpacked ?? content.length };
    const local = Buffer.alloc(HEADER_BYTES.local);
    local.writeUInt32LE(0x04034b50, 0);
    writeMemberHeader(local, 4, { name, ...sizes });
    const central = Buffer.alloc(HEADER_BYTES.central);
    central.writeUInt32LE(0x02014b50, 0);
    writeMemberHeader(central, 6, { name, ...sizes });
    central.writeUInt32LE(offset, 42);
    parts.push(local, Buffer.from(name), packed);
    directory.push(central, Buffer.from(name));
    offset += HEADER_BYTES.local + name.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(HEADER_BYTES.end);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}

/** Writes the fields that both headers share, in the same order: version, flags, method, time, checksum, sizes, length of the name. */
function writeMemberHeader(header: Buffer, at: number, member: { name: string; checksum: number; packed: number; unpacked: number }): void {
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(8, at + 4);
  header.writeUInt32LE(member.checksum, at + 10);
  header.writeUInt32LE(member.packed, at + 14);
  header.writeUInt32LE(member.unpacked, at + 18);
  header.writeUInt16LE(member.name.length, at + 22);
}
