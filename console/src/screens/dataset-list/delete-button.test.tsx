import "../../testing/dom.js";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import { cleanup, screen } from "@testing-library/react";
import { renderWithServices } from "../../testing/services.js";
import { DeleteButton } from "./delete-button.js";

afterEach(cleanup);

test("the button names the dataset as the list does, and not by the name that the server derived", async () => {
  const dataset = { id: "d1", name: "concretestrength", title: "concrete-strength", role: "owner" } as DatasetAnswer;
  await renderWithServices(<DeleteButton dataset={dataset} />);
  expect(screen.getByLabelText("Delete concrete-strength")).toBeTruthy();
});
