import { ERRORS, InvalidInput } from "@agatha/contracts";
import { decodeText, type JsonHandler, type TextForm } from "./tokenizer.js";

interface ValueLimits {
  /** Most members of one object, and most elements of one list. */
  members: number;
  /** Most bytes of all names and texts; every value counts as BYTES_PER_VALUE more. */
  bytes: number;
  /** Elements of each list that are kept; those after them are left out. */
  keep: number;
}

type Container = { isArray: true; value: unknown[] } | { isArray: false; value: Record<string, unknown>; key: string; members: number };

const BYTES_PER_VALUE = 4;
const UNLIMITED: ValueLimits = { members: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY, keep: Number.POSITIVE_INFINITY };

const invalid = (message: string): InvalidInput => new InvalidInput(ERRORS.badRequest, { path: "", message });
/** Returns the error badRequest for a text above the limit. */
export const textTooLong = (): InvalidInput => invalid("The body has a text of more than 65536 bytes");
/** Returns the error badRequest for an object or a list above the limit. */
export const tooManyMembers = (most: number): InvalidInput => invalid(`The body has an object or a list with more than ${most} members`);

/** Builds the value that JSON.parse returns, with the elements of lists that are kept. Throws InvalidInput (badRequest) beyond a limit. */
export class ValueReader implements JsonHandler {
  /** Undefined until the value is complete. */
  value: unknown;
  private readonly limits: ValueLimits;
  private readonly containers: Container[] = [];
  private bytes = 0;

  constructor(limits: Partial<ValueLimits> = {}) {
    this.limits = { ...UNLIMITED, ...limits };
  }

  /** Containers that are not complete. */
  get depth(): number {
    return this.containers.length;
  }

  onBegin(isArray: boolean): void {
    this.count(0);
    this.containers.push(isArray ? { isArray, value: [] } : { isArray, value: {}, key: "", members: 0 });
  }

  onEnd(): boolean {
    const ended = this.containers.pop();
    if (ended) this.add(ended.value);
    return false;
  }

  onKey(bytes: Buffer, start: number, end: number, form: TextForm): void {
    const object = this.containers.at(-1);
    if (!object || object.isArray) return;
    if (form === "tooLong") throw textTooLong();
    if (++object.members > this.limits.members) throw tooManyMembers(this.limits.members);
    this.count(end - start);
    object.key = decodeText(bytes, start, end, form);
  }

  onText(bytes: Buffer, start: number, end: number, form: TextForm): void {
    if (form === "tooLong") throw textTooLong();
    this.count(end - start);
    this.add(decodeText(bytes, start, end, form));
  }

  onNumber(value: number): void {
    this.count(0);
    this.add(value);
  }

  onLiteral(value: boolean | null): void {
    this.count(0);
    this.add(value);
  }

  /** Adds a value to the innermost container. */
  add(value: unknown): void {
    const container = this.containers.at(-1);
    if (!container) this.value = value;
    else if (!container.isArray) setMember(container.value, container.key, value);
    else if (container.value.length < this.limits.keep && container.value.push(value) > this.limits.members)
      throw tooManyMembers(this.limits.members);
  }

  /** Returns the complete members of the outermost object. */
  members(): Record<string, unknown> {
    const outermost = this.containers[0];
    return outermost && !outermost.isArray ? { ...outermost.value } : {};
  }

  private count(bytes: number): void {
    this.bytes += bytes + BYTES_PER_VALUE;
    if (this.bytes > this.limits.bytes) throw invalid(`The body has more than ${this.limits.bytes} bytes besides rows`);
  }
}

/** Sets a member of its own, also one called __proto__. */
export function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  else object[name] = value;
}
