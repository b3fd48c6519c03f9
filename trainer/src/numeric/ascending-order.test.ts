import { ascendingOrder, descendingOrder } from "./ascending-order.js";
import { createRandom } from "./random.js";

test.each([0, 1, 2, 3, 7, 8, 9, 1000])("%d values with ties are ordered as a stable sort with a comparator orders them", (count) => {
  const random = createRandom(count);
  const values = Float64Array.from({ length: count }, () => (random.int(10) === 0 ? Number.POSITIVE_INFINITY : random.int(20) - 10));
  const places = [...values.keys()];
  expect([...ascendingOrder(values)]).toEqual(places.toSorted((a, b) => (values[a] < values[b] ? -1 : Number(values[a] > values[b]))));
  expect([...descendingOrder(values)]).toEqual(places.toSorted((a, b) => (values[a] > values[b] ? -1 : Number(values[a] < values[b]))));
});
