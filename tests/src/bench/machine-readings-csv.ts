/** Generates a machine's readings: numbers, texts, times and missing values. Equal numbers of rows give equal data. */
const COLUMNS = ["id", "time", "machine", "shift", "temperature", "pressure", "humidity", "speed", "note", "load"];
const BLOCK_ROWS = 1000;
const SHIFTS = ["early", "late", "night"];
const BEGIN = Date.UTC(2020, 0, 1);

/** Yields the header, then lines in blocks. */
export function* machineReadingsCsv(rows: number): Generator<string> {
  yield `${COLUMNS.join(",")}\n`;
  for (let first = 0; first < rows; first += BLOCK_ROWS) {
    let block = "";
    for (let i = first; i < Math.min(rows, first + BLOCK_ROWS); i++) block += line(i);
    yield block;
  }
}

function line(i: number): string {
  const time = new Date(BEGIN + 1000 * i).toISOString().slice(0, 19).replace("T", " ");
  const temperature = 20 + 60 * noise(i, 1);
  const pressure = 1 + 4 * noise(i, 2);
  const speed = Math.floor(3000 * noise(i, 3));
  const humidity = i % 17 === 0 ? "" : (100 * noise(i, 4)).toFixed(2);
  const load = (0.3 * temperature + pressure * pressure + speed / 100 + 3 * noise(i, 5)).toFixed(4);
  const readings = `${temperature.toFixed(3)},${pressure.toFixed(4)},${humidity},${speed}`;
  return `${i},${time},M${i % 50},${SHIFTS[Math.floor(i / 28_800) % 3]},${readings},"note ${(i * 7919) % 100_000}, checked",${load}\n`;
}

/** Returns a number from 0 to 1 without a pattern that a reader could use: a hash of 32 bits (Murmur3's finalizer). */
function noise(i: number, stream: number): number {
  let h = (i + stream * 0x9e3779b9) >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}
