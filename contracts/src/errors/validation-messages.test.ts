import { z } from "zod";
import type { InvalidInput } from "./error-classes.js";
import { validate } from "./validation.js";

test.each<[string, z.ZodType, unknown, string]>([
  ["nothing", z.string(), undefined, "Is missing"],
  ["nothing where one of several is wanted", z.enum(["head", "tail"]), undefined, "Is missing: give one of head, tail"],
  ["nothing where one form of several is wanted", z.union([z.string(), z.number()]), undefined, "Is missing"],
  ["a number for text", z.string(), 1, "Must be text"],
  ["text for a number", z.coerce.number(), "one", "Must be a number"],
  ["a part of one", z.int(), 1.5, "Must be a whole number"],
  ["text for a list", z.array(z.string()), "a", "Must be a list"],
  ["another word", z.enum(["head", "tail"]), "HEAD", "Must be one of head, tail"],
  ["another value than the only one", z.literal(true), false, "Must be true"],
  ["another word than those of two lists", z.union([z.enum(["occ", "opt"]), z.literal("all")]), "foo", "Must be one of occ, opt, all"],
  ["a list for one of several forms", z.union([z.string(), z.number(), z.null()]), [], "Must be text or a number or null"],
  [
    "forms of which neither fits",
    z.union([z.int().min(1), z.object({ models: z.int() })]),
    { models: "many" },
    "Has none of the forms that are allowed here",
  ],
  [
    "another kind of several",
    z.discriminatedUnion("type", [z.object({ type: z.literal("sort") }), z.object({ type: z.literal("filter") })]),
    { type: "x" },
    "Must be one of sort, filter",
  ],
  ["too large a number", z.number().max(5), 9, "Must be at most 5"],
  ["a number at the bound that is out", z.number().gt(0), 0, "Must be more than 0"],
  ["too long a text", z.string().max(2), "abc", "Must have at most 2 characters"],
  ["an empty list", z.array(z.string()).min(1), [], "Must have at least 1 entry"],
  ["a number between steps", z.number().multipleOf(5), 7, "Must be a multiple of 5"],
  ["a key that nobody knows", z.strictObject({}), { foo: 1 }, 'There is no "foo" here'],
  ["a day for a time", z.iso.datetime(), "tomorrow", "Must be a time in UTC such as 2024-05-01T08:00:00Z"],
  ["text of another form", z.string().regex(/^[a-z]$/), "1", "Must be text of the form /^[a-z]$/"],
  ["what a schema has words for", z.string().min(1, "Must not be blank"), "", "Must not be blank"],
])("the message for %s uses plain words", (_what, schema, value, message) => {
  let found: InvalidInput | undefined;
  try {
    validate(schema, value);
  } catch (error) {
    found = error as InvalidInput;
  }
  expect(found?.problems.map((problem) => problem.message)).toEqual([message]);
});
