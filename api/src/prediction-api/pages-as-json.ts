import type { PredictionResult } from "@agatha/contracts";

/** Yields the JSON of an answer with a result of several pages, a piece for each page of each field. */
export async function* pagesAsJson(page: (number: number) => Promise<PredictionResult>, pages: number): AsyncGenerator<string> {
  // Pages are stored one after another, so only some may have warnings. All have been read when the warnings follow.
  let hasWarnings = false;
  const withoutWarnings = async (number: number) => {
    const { warning, ...fields } = await page(number);
    hasWarnings ||= warning !== undefined;
    return fields;
  };
  const warningsOf = async (number: number) => {
    const { value, warning = value.map(() => null) } = await page(number);
    return { warning };
  };
  yield '{"data":{"status":"success"';
  yield* fieldsAsJson(await withoutWarnings(0), withoutWarnings, pages);
  if (hasWarnings) yield* fieldsAsJson(await warningsOf(0), warningsOf, pages);
  yield "}}";
}

/** Yields `,"field":value` for each field of a page; lists are concatenated over all pages, also those within objects. */
async function* fieldsAsJson(
  first: object,
  page: (number: number) => Promise<object>,
  pages: number,
  separator = ",",
): AsyncGenerator<string> {
  let before = separator;
  for (const [field, value] of Object.entries(first)) {
    const of = async (number: number): Promise<unknown> => (await page(number))[field as keyof object];
    yield `${before}${JSON.stringify(field)}:`;
    before = ",";
    if (Array.isArray(value)) {
      yield "[";
      for (let number = 0; number < pages; number++) {
        const elements = JSON.stringify(number === 0 ? value : await of(number)).slice(1, -1);
        yield number === 0 ? elements : `,${elements}`;
      }
      yield "]";
    } else if (typeof value === "object" && value !== null) {
      yield "{";
      yield* fieldsAsJson(value, async (number) => (await of(number)) as object, pages, "");
      yield "}";
    } else yield JSON.stringify(value);
  }
}
