/** Hands a file to the browser's downloads. */
export function downloadFile(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken the address with the click; the next turn may give it back.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
