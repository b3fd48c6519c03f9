/** Returns the name that the server gives a file (RFC 6266); undefined if it gives none. */
export function fileNameOf({ headers }: Response): string | undefined {
  const named = headers.get("Content-Disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(named)?.[1];
  return encoded === undefined ? /filename="?([^";]+)/.exec(named)?.[1] : decodeURIComponent(encoded);
}

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
