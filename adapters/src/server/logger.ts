import { type DestinationStream, type LevelWithSilent, type Logger, pino, stdTimeFunctions } from "pino";

/** Creates the log of a program: a line of JSON for each message, with the level's name and the time as ISO 8601 has it. */
export function createLogger(level: LevelWithSilent, destination?: DestinationStream): Logger {
  const options = { level, timestamp: stdTimeFunctions.isoTime, formatters: { level: (name: string) => ({ level: name }) } };
  return destination ? pino(options, destination) : pino(options);
}
