import { ERRORS, InvalidInput } from "@agatha/contracts";

export interface ByteRange {
  start: number;
  /** Inclusive. */
  end: number;
}

/** Throws InvalidInput if the range does not start within the object, or ends before it starts. */
export function checkRange({ start, end }: ByteRange, size: number): void {
  const isRange = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && end >= start && start < size;
  if (!isRange)
    throw new InvalidInput(ERRORS.badRequest, {
      path: "range",
      message: `Must begin within the object's ${size} bytes and not end before`,
    });
}
