import { type ColumnOrders, MAX_STORED_ORDERS, moveColumn, orderOf, parseColumnOrders, sortByOrder, withOrder } from "./column-order.js";

const columns = ["a", "b", "c", "d"].map((uid, colIndex) => ({ uid, colIndex }));
const uids = (list: { uid: string }[]) => list.map(({ uid }) => uid).join("");

const orders: Record<string, { order: string[]; shown: string }> = {
  "without an order the file's stands": { order: [], shown: "abcd" },
  "an order is followed": { order: ["d", "b", "a", "c"], shown: "dbac" },
  "columns that nobody arranged follow in the file's order": { order: ["c"], shown: "cabd" },
  "columns that are gone do no harm": { order: ["x", "d", "y"], shown: "dabc" },
};
test.each(Object.entries(orders))("column order: %s", (_sentence, { order, shown }) => {
  expect(uids(sortByOrder(columns, order))).toBe(shown);
});

const moves: Record<string, { to: number; order: string }> = {
  "to the front": { to: 0, order: "cabd" },
  "one to the left": { to: 1, order: "acbd" },
  "one to the right": { to: 3, order: "abdc" },
  "not beyond the end": { to: 9, order: "abdc" },
  "not before the front": { to: -1, order: "cabd" },
};
test.each(Object.entries(moves))("a column moves %s", (_sentence, { to, order }) => {
  expect(moveColumn(["a", "b", "c", "d"], "c", to).join("")).toBe(order);
});

// @contract the-order-of-columns-is-kept-for
test("the datasets arranged last are kept, the oldest are dropped", () => {
  let layouts: ColumnOrders = [];
  for (let i = 0; i <= MAX_STORED_ORDERS; i++) layouts = withOrder(layouts, `d${i}`, ["b", "a"]);
  expect(layouts).toHaveLength(MAX_STORED_ORDERS);
  expect(orderOf(layouts, "d0")).toEqual([]);
  expect(orderOf(layouts, "d1")).toEqual(["b", "a"]);
  expect(layouts[0]?.[0]).toBe(`d${MAX_STORED_ORDERS}`);
});

test("arranging a dataset again replaces its order and makes it the newest", () => {
  const layouts = withOrder(withOrder(withOrder([], "d1", ["a"]), "d2", ["a"]), "d1", ["b"]);
  expect(layouts).toEqual([
    ["d1", ["b"]],
    ["d2", ["a"]],
  ]);
});

test("an empty order removes the dataset's entry", () => {
  expect(withOrder(withOrder([], "d1", ["a"]), "d1", [])).toEqual([]);
});

const stored: Record<string, { text: string | null; layouts: ColumnOrders }> = {
  "nothing stored": { text: null, layouts: [] },
  "what was stored comes back": { text: '[["d1",["a"]]]', layouts: [["d1", ["a"]]] },
  "broken JSON is nothing": { text: '[["d1",', layouts: [] },
  "something else is nothing": { text: '{"d1":1}', layouts: [] },
  "entries of another shape are left out": { text: '[["d1",["a"]],["d2",[1]],3]', layouts: [["d1", ["a"]]] },
};
test.each(Object.entries(stored))("stored orders: %s", (_sentence, { text, layouts }) => {
  expect(parseColumnOrders(text)).toEqual(layouts);
});
