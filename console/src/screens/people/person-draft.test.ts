import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { UserAnswer } from "@agatha/contracts/wire";
import { PRODUCTS } from "../../routing/products.js";
import { changedSettings, draftOf, isLimit, NEW_PERSON, type PersonDraft } from "./person-draft.js";

const cases: Record<string, { change: Partial<PersonDraft>; sent: object }> = {
  "nothing is sent where nothing has changed": { change: {}, sent: {} },
  "an empty limit means no limit": { change: { model_limit: "" }, sent: {} },
  "a limit is a number": { change: { model_limit: " 20 " }, sent: { model_limit: 20 } },
  "the due date is the last day of the contract": {
    change: { contract_type: "SP", start: "2026-01-01", due: "2026-12-31", duration: "30" },
    sent: { contract_type: "SP", start_date: "2026-01-01T00:00:00.000Z", due_date: "2026-12-31T23:59:59.000Z", duration: 30 },
  },
  "a product is taken away with its limit kept": {
    change: { products: { ...NEW_PERSON.products, occ: { enabled: false, limit: "3" } } },
    sent: { product_occ_enable: false, product_occ_enable_limit: 3 },
  },
  "blanks around an address do not count": { change: { email: " line3@example.com " }, sent: { email: "line3@example.com" } },
};

test.each(Object.entries(cases))("settings of an account: %s", (_sentence, { change, sent }) => {
  expect(changedSettings(NEW_PERSON, { ...NEW_PERSON, ...change })).toEqual(sent);
});

test("a contract that ends within a day is not changed by saving something else", () => {
  const limits = Object.fromEntries(PRODUCTS.map((product) => [`product_${product}_enable_limit`, -1]));
  const contract = { contract: { type: "SP" as const }, due_date: "2026-12-31T08:00:00.000Z", start_date: null, duration: 30 };
  const user = fromPartial<UserAnswer>({ ...limits, ...contract, email: null, model_limit: 5, model_licence_limit: -1 });
  const present = draftOf(user);
  expect(present).toMatchObject({ due: "2026-12-31", start: "", model_limit: "5" });
  expect(changedSettings(present, { ...present, model_limit: "6" })).toEqual({ model_limit: 6 });
});

test.each([
  ["", true],
  ["0", true],
  ["12", true],
  ["-1", false],
  ["1.5", false],
  ["many", false],
])("whether %j is a limit: %j", (text, valid) => {
  expect(isLimit(text)).toBe(valid);
});
