import "../testing/dom.js";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../testing/services.js";
import { Allowed } from "./allowed.js";

afterEach(cleanup);

test.each([
  ["all of its models", 0, "You have 1,204 of 1,204 models. Delete models you no longer need"],
  ["places that trainings keep", 1500, "You have 1,204 of 2,500 models, and automatic trainings under way keep places for 1,500 more."],
])("an account that may make no further model for %s reads all numbers as its language writes them", async (_why, reserved, told) => {
  const limits = { model_create_enable: true, model_current: 1204, model_limit: reserved === 0 ? 1204 : 2500, model_reserved: reserved };
  await renderWithServices(<Allowed what="model">Train</Allowed>, { user: limits });
  expect((await screen.findByRole("alert")).textContent).toContain(told);
});
