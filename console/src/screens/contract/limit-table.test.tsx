import "../../testing/dom.js";
import type { UserAnswer } from "@agatha/contracts/wire";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import { LimitTable } from "./limit-table.js";

afterEach(cleanup);

test.each([
  [2, "32 more kept by automatic trainings under way", "The limit is reached5"],
  [1, "31 more kept by automatic trainings under way", "5"],
  [0, "3", "5"],
])("a limit of models shows the %d that automatic trainings keep, which count", async (model_reserved, used, limit) => {
  await renderWithServices(<LimitTable user={{ model_limit: 5, model_current: 3, model_reserved } as UserAnswer} />);
  const { cells } = screen.getByRole<HTMLTableRowElement>("row", { name: /^Models/ });
  expect([...cells].map(({ textContent }) => textContent)).toEqual(["Models", used, limit]);
});
