/** Entered value of each input of a model, and the record that is sent. */
import type { ModelInput } from "@agatha/contracts";
import { LAST_DAY } from "../../fields/entered-time.js";
import { numberText } from "../../fields/number-text.js";

/** Returns the text of each input's typical value, by the input's name. */
export function typicalInputs(inputs: readonly ModelInput[]): Map<string, string> {
  return new Map(inputs.map((input) => [input.name, typicalText(input)]));
}

/** Typical values, replaced by the values of `settings` in full: the prediction is that of the solution. */
export function inputsFromRecord(inputs: readonly ModelInput[], settings: Readonly<Record<string, number | string>>): Map<string, string> {
  const given = new Map(Object.entries(settings));
  const values = typicalInputs(inputs);
  for (const { name, type } of inputs) {
    const value = given.get(name);
    if (value !== undefined) values.set(name, type === "d" ? timeText(Date.parse(String(value))) : String(value));
  }
  return values;
}

function typicalText(input: ModelInput): string {
  const { type, typical } = input;
  if (typical === null) return "";
  if (type === "d") return roundedTimeText(Number(typical), input);
  return typeof typical === "number" ? numberText(typical, input) : typical;
}

/** A time as a time field takes it, without seconds and milliseconds that are zero. Its time zone is that of the table. */
export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/(:00)?\.000Z$|Z$/, "");
}

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

/** Cuts a time to the minute. Seconds and milliseconds are kept where the slider steps in them, or the minute would leave the range. */
export function roundedTimeText(milliseconds: number, input: ModelInput): string {
  const cut = (unit: number) => Math.floor(milliseconds / unit) * unit;
  const step = sliderStep(input);
  const isInRange = (time: number) => input.min === null || milliseconds < input.min || time >= input.min;
  const unit = [MINUTE_MS, SECOND_MS].find((each) => each <= step && isInRange(cut(each))) ?? 1;
  return timeText(cut(unit));
}

/** Attributes of a field of a time: it has seconds and milliseconds where the time has some. */
export function timeFieldProps(time: string): { max: string; step: number } {
  const [, , seconds, milliseconds] = time.split(/[:.]/);
  return { max: `${LAST_DAY}T23:59`, step: milliseconds === undefined ? (seconds === undefined ? 60 : 1) : 0.001 };
}

/** The inputs with the most important columns first, the others in their order. */
export function byImportance(inputs: readonly ModelInput[], importance: readonly { column: string }[]): ModelInput[] {
  const rank = new Map(importance.map(({ column }, place) => [column, place]));
  return inputs.toSorted((one, other) => (rank.get(one.name) ?? rank.size) - (rank.get(other.name) ?? rank.size));
}

/** One record for the server. Uses entries instead of an object literal because a column may be called __proto__. */
export function toRecord(inputs: readonly ModelInput[], entered: ReadonlyMap<string, string>): Record<string, number | string | null> {
  return Object.fromEntries(
    inputs.map((input) => {
      const value = entered.get(input.name) ?? "";
      const text = value.trim();
      if (text === "") return [input.name, null];
      // Blanks at an end may be part of a text.
      if (input.type === "s") return [input.name, value];
      if (input.type === "n") return [input.name, isNumber(text) ? Number(text) : text];
      return [input.name, `${text}Z`];
    }),
  );
}

/** Step that divides the training range into about two hundred parts: 1, 2 or 5 times a power of ten. */
export function sliderStep({ min, max, integer }: Pick<ModelInput, "min" | "max" | "integer">): number {
  const range = (max ?? 0) - (min ?? 0);
  if (range <= 0) return integer ? 1 : 0.01;
  const rough = range / 200;
  const power = 10 ** Math.floor(Math.log10(rough));
  const nice = [1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10;
  const step = Number((nice * power).toPrecision(1));
  return integer ? Math.max(1, Math.round(step)) : step;
}

/** Names of numeric inputs whose entry is not a number. The model is not queried while there are any. */
export function invalidInputs(inputs: readonly ModelInput[], entered: ReadonlyMap<string, string>): string[] {
  return inputs.filter(({ name, type }) => type === "n" && !isNumber(entered.get(name) ?? "")).map(({ name }) => name);
}

/** An empty text means a missing value. */
function isNumber(text: string): boolean {
  return Number.isFinite(Number(text.trim()));
}
