import "../testing/dom.js";
import { copyText } from "./copy-text.js";

test("without a clipboard, as on plain HTTP, the text is selected and copied, and the focus stays", async () => {
  const button = document.createElement("button");
  document.body.append(button);
  button.focus();
  const copied: string[] = [];
  // jsdom has neither a clipboard nor this command.
  document.execCommand = (command) => {
    const { value = "", selectionStart, selectionEnd } = document.activeElement as HTMLTextAreaElement;
    copied.push(`${command}: ${value.slice(selectionStart, selectionEnd)}`);
    return true;
  };
  await copyText("token");
  expect(copied).toEqual(["copy: token"]);
  expect(document.activeElement).toBe(button);
  expect(document.querySelector("textarea")).toBeNull();
});
