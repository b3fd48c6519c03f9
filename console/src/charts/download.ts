/** Downloads a file in the browser. */
export function downloadFile(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The click has read the URL, so it can be revoked in the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
