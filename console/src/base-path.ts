/** Path that the server has us under, without a slash at its end: `/tukey`. It stands in `<base href>`, so no build knows it. */
export function basePathOf(baseUri: string): string {
  return new URL(baseUri).pathname.replace(/\/+$/, "");
}
