/** Copies a text to the clipboard. Pages on plain HTTP have no `navigator.clipboard`, and copy what is selected. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else copySelected(text);
}

function copySelected(text: string): void {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.position = "fixed";
  field.style.opacity = "0";
  // A dialog takes the focus back from whatever is outside of it.
  (focused?.parentElement ?? document.body).append(field);
  field.focus();
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new Error("The browser does not let the page copy");
}
