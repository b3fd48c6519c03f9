import "../testing/dom.js";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderScreen } from "../testing/render.js";
import { useDialog } from "./dialogs.js";
import { messages } from "./messages.js";

/** Button that asks for confirmation before it deletes. */
function DeleteButton({ onDelete }: { onDelete: () => void }) {
  const open = useDialog();
  const question = { status: "confirm", title: "Delete cars?", text: "Its models are deleted, too.", action: "Delete" } as const;
  return (
    <button type="button" onClick={() => open({ ...question, onAction: onDelete })}>
      Delete cars
    </button>
  );
}

async function openDialog() {
  const onDelete = jest.fn();
  await renderScreen(<DeleteButton onDelete={onDelete} />, { messages: [messages] });
  await userEvent.click(screen.getByRole("button", { name: "Delete cars" }));
  return { onDelete, dialog: await screen.findByRole("alertdialog", { name: "Delete cars?" }) };
}

const expectClosed = () => waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());

test("a dialog that asks for confirmation puts the focus on Cancel and tells its text to screen readers", async () => {
  const { dialog } = await openDialog();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
  expect(document.getElementById(dialog.getAttribute("aria-describedby") ?? "")?.textContent).toBe("Its models are deleted, too.");
});

test("confirming runs the action once and closes the dialog", async () => {
  const { onDelete } = await openDialog();
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  await expectClosed();
  expect(onDelete).toHaveBeenCalledTimes(1);
});

test.each(["Cancel", "{Escape}"])("%s closes the dialog without running the action", async (way) => {
  const { onDelete } = await openDialog();
  if (way === "{Escape}") await userEvent.keyboard(way);
  else await userEvent.click(screen.getByRole("button", { name: way }));
  await expectClosed();
  expect(onDelete).not.toHaveBeenCalled();
});
