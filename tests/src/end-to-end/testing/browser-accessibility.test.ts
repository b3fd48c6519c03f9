import { accessibilityProblems, describeInBrowser } from "./browser.js";
import { useBrowser } from "./browser-fixture.js";

const DOCUMENT = `<!doctype html><html lang="en"><title>Screen</title>
  <style>
    body { background: #fff; color: #000 }
    @media (prefers-color-scheme: dark) { body { background: #111; color: #eee } .dim { color: #333 } }
    @media (orientation: landscape) { main { margin: 0 } }
  </style>
  <main><h1>Title</h1><p>Text</p></main></html>`;

describeInBrowser("the accessibility check of the tests", () => {
  const browser = useBrowser();

  test("a text that cannot be read in the dark theme is a problem each time, also on a page that was checked before", async () => {
    const { page } = await browser.openSession();
    await page.setContent(DOCUMENT);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.evaluate(() => document.querySelector("p")!.classList.add("dim"));
    for (let time = 0; time < 2; time++) expect(await accessibilityProblems(page)).toEqual(["dark: color-contrast: p"]);
    await page.evaluate(() => document.querySelector("p")!.classList.remove("dim"));
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("texts that a page draws anew for the dark theme are checked as well", async () => {
    const { page } = await browser.openSession();
    await page.setContent(DOCUMENT.replace("<h1>Title</h1>", ""));
    await page.evaluate(() => {
      const main = document.querySelector("main")!;
      main.innerHTML = "<h1 class='drawn'>Drawn</h1>";
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
        main.innerHTML = "<h1 class='drawn dim'>Drawn</h1>";
      });
    });
    for (let time = 0; time < 2; time++) expect(await accessibilityProblems(page)).toEqual(["dark: color-contrast: h1"]);
  });

  test("a problem in the light theme is found each time, and so is a rule that turns the page with the screen", async () => {
    const { page } = await browser.openSession();
    await page.setContent(DOCUMENT);
    await page.evaluate(() => document.querySelector("p")!.insertAdjacentHTML("afterend", "<button></button>"));
    for (let time = 0; time < 2; time++) expect(await accessibilityProblems(page)).toEqual(["light: button-name: button"]);
    await page.evaluate(() => document.querySelector("button")!.remove());
    await page.addStyleTag({ content: "@media (orientation: portrait) { main { transform: rotate(90deg) } }" });
    expect(await accessibilityProblems(page)).toEqual([expect.stringMatching(/^css-orientation-lock: @media \(orientation: portrait\)/)]);
  });
});
