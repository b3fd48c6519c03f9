/** Path of the console's page on the server. It names the files of the version that the server has now. */
const PAGE = "./index.html";

/** Returns true if the server has another build of the console than this page is of. False also if the server does not answer. */
export async function isNewVersionServed(document: Document, fetchPage: typeof fetch): Promise<boolean> {
  const own = [...document.querySelectorAll('script[type="module"][src]')].map((script) => script.getAttribute("src") ?? "");
  try {
    const answer = await fetchPage(new URL(PAGE, document.baseURI), { cache: "no-cache" });
    if (!answer.ok) return false;
    const page = await answer.text();
    return own.some((source) => !page.includes(source));
  } catch {
    return false;
  }
}
