import { gunzipSync } from "node:zlib";

/** What a download of the product has in it. */
export async function gunzipDownload(download: Response): Promise<Buffer> {
  expect([download.status, download.headers.get("content-type")]).toEqual([200, "application/gzip"]);
  return gunzipSync(Buffer.from(await download.arrayBuffer()));
}

/** Of a text without a line break in its cells. */
export async function gunzipLines(download: Response, encoding = "utf-8"): Promise<string[]> {
  return new TextDecoder(encoding)
    .decode(await gunzipDownload(download))
    .trimEnd()
    .split("\r\n");
}
