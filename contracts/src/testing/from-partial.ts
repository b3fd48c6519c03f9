/** Some members of a type, at any depth, and functions that return some members of their results. */
type Parts<T> = T extends (...args: infer Args) => infer Result
  ? (...args: Args) => Parts<Result>
  : T extends Promise<infer Value>
    ? Promise<Parts<Value>>
    : T extends readonly (infer Element)[]
      ? readonly Parts<Element>[]
      : T extends object
        ? { [Member in keyof T]?: Parts<T[Member]> | undefined }
        : T;

/** Returns the value as one of the type, of which a test needs these parts alone. The parts have the types that they have there. */
export const fromPartial = <T>(parts: Parts<T>): T => parts as T;
