import { describeInBrowser } from "./browser.js";
import { useBrowser } from "./browser-fixture.js";
import { skipToMain, tabTo, unreachedByTab } from "./keyboard.js";

const LINKS = Array.from({ length: 20 }, (_, index) => `<a href="#${index}">Link ${index}</a>`).join("");

/** A screen between a navigation and a footer, each longer than the keys that are pressed at once. */
const screenWith = (content: string): string => `
  <button onclick="document.querySelector('main').focus()">Skip to content</button>
  <nav>${LINKS}</nav><main tabindex="-1">${content}</main><footer>${LINKS.replaceAll("Link", "Other")}</footer>`;

describeInBrowser("the keyboard of the tests", () => {
  const browser = useBrowser();
  const open = async (content: string) => {
    const { page } = await browser.openSession();
    await page.setContent(screenWith(content));
    return page;
  };

  test("Tab stops at the control, and an element that Tab does not reach is an error", async () => {
    const page = await open(`<button>First</button><button tabindex="-1">Hidden from Tab</button><button>Last</button>`);
    for (const name of ["Link 3", "First", "Last", "Other 19"]) {
      await tabTo(page, page.getByText(name, { exact: true }));
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
    }
    await expect(tabTo(page, page.getByText("Hidden from Tab"))).rejects.toThrow("Tab does not reach");
  });

  test("the walk through a screen names what Tab does not reach", async () => {
    const page = await open(
      `<button>First</button><button tabindex="-1">Hidden from Tab</button><div style="cursor: pointer">Click</div>${LINKS}`,
    );
    await skipToMain(page);
    expect(await unreachedByTab(page)).toEqual(['BUTTON "Hidden from Tab" ', 'DIV "Click" ']);
    await page.evaluate(() => {
      for (const element of document.querySelectorAll("main button, main div")) element.setAttribute("tabindex", "0");
    });
    expect(await unreachedByTab(page)).toEqual([]);
  });

  test("a screen that keeps the focus is an error", async () => {
    const page = await open(`<button onkeydown="event.preventDefault()">Trap</button><button>After</button>`);
    await expect(unreachedByTab(page)).rejects.toThrow("Tab does not leave the screen");
  });
});
