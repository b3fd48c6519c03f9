import { writeSync } from "node:fs";
import { hostname } from "node:os";

/** Written synchronously: process.stderr of an ending thread may lose its last lines. */
const STDERR = 2;

/**
 * Returns a message as a line of JSON, as `createLogger` writes it. It is for programs that are too small for a logger, and for
 * moments without one.
 */
export function logLine(level: "info" | "error" | "fatal", message: string, fields: object = {}, now = new Date()): string {
  return `${JSON.stringify({ level, time: now.toISOString(), pid: process.pid, hostname: hostname(), ...fields, msg: message })}\n`;
}

/** Writes such a line to standard error. */
export function writeLogLine(...line: Parameters<typeof logLine>): void {
  writeSync(STDERR, logLine(...line));
}

/** Returns the fields that tell of an error, with its stack. */
export function errorFields(error: unknown): { err?: { type: string; message: string; stack: string | undefined } } {
  return error instanceof Error ? { err: { type: error.name, message: error.message, stack: error.stack } } : {};
}
