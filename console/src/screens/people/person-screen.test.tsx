import "../../testing/dom.js";
import { fromPartial } from "@agatha/contracts/testing/from-partial";
import type { AccountSettings, UserAnswer } from "@agatha/contracts/wire";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { PRODUCTS } from "../../routing/products.js";
import { renderWithServices } from "../../testing/services.js";
import PersonScreen from "./person-screen.js";

afterEach(cleanup);

const LINE_4 = fromPartial<UserAnswer>({
  ...Object.fromEntries(
    PRODUCTS.flatMap((product) => [[`product_${product}_enable`, true] as const, [`product_${product}_enable_limit`, 3]]),
  ),
  id: "4",
  username: "line4",
  auth: "normal",
  is_active: true,
  email: "line4@example.com",
  contract: { type: "RF" },
  start_date: null,
  due_date: null,
  duration: 0,
  api_enable_mode: "enabled",
  auto_model_enable: true,
  open_calc_varimp_enable: true,
  dataset_create_enable: true,
  model_create_enable: true,
  model_limit: 5,
  model_licence_limit: -1,
  reset_requested_at: null,
  needs_password: false,
  second_factor: false,
});

const PATIENCE = { timeout: 30_000 };
const limit = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Models" });
const active = () => screen.getByRole<HTMLInputElement>("switch", { name: "The account is enabled" });

test("saving an account sends what was changed in the form, and the rest follows what was changed elsewhere", async () => {
  const account = { ...LINE_4 };
  const changeUser = jest.fn(async (_id: string, settings: AccountSettings) => Object.assign(account, settings));
  const screens = (
    <Routes>
      <Route path="/management/people/:id" element={<PersonScreen />} />
    </Routes>
  );
  await renderWithServices(screens, {
    path: "/management/people/4",
    api: { users: async () => [{ ...account }], changeUser: changeUser as never },
  });
  await waitFor(() => expect(limit().value).toBe("5"), PATIENCE);
  const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));
  Object.assign(account, { is_active: false, product_occ_enable_limit: 9 });
  fireEvent.change(limit(), { target: { value: "6" } });
  save();
  await waitFor(() => expect(active().checked).toBe(false), PATIENCE);
  expect(limit().value).toBe("6");
  fireEvent.change(limit(), { target: { value: "7" } });
  save();
  await waitFor(() => expect(changeUser).toHaveBeenCalledTimes(2), PATIENCE);
  expect(changeUser.mock.calls.map(([, settings]) => settings)).toEqual([{ model_limit: 6 }, { model_limit: 7 }]);
});
