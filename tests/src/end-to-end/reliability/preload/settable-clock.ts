/**
 * Loaded into the product before its own modules (--import). Its machine's clock is ahead by the milliseconds in the file
 * CLOCK_OFFSET, which is read again at SIGUSR2.
 */
import { existsSync, readFileSync } from "node:fs";

const file = process.env.CLOCK_OFFSET ?? "";
let offset = 0;
process.on("SIGUSR2", () => {
  offset = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
});

const RealDate = Date;
const now = () => RealDate.now() + offset;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, property, receiver) => (property === "now" ? now : Reflect.get(target, property, receiver)),
});
