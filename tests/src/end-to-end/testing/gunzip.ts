import { gunzipSync } from "node:zlib";

/** Returns the unpacked bytes of a download. */
export async function gunzipDownload(download: Response): Promise<Buffer> {
  expect([download.status, download.headers.get("content-type")]).toEqual([200, "application/gzip"]);
  return gunzipSync(Buffer.from(await download.arrayBuffer()));
}

/** Returns the lines of a text whose cells contain no line break. */
export async function gunzipLines(download: Response, encoding = "utf-8"): Promise<string[]> {
  return new TextDecoder(encoding)
    .decode(await gunzipDownload(download))
    .trimEnd()
    .split("\r\n");
}
