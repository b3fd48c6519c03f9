/** Every screen of the console for every kind of account, by the keyboard alone. */
import type { AccountSettings, UserAnswer } from "@agatha/contracts/wire";
import type { Page } from "playwright-core";
import { carsCsv } from "../../data.js";
import { useAgatha } from "../testing/agatha-fixture.js";
import { PASSWORD } from "../testing/agatha-process.js";
import { accessibilityProblems, describeInBrowser, type InPlace, openInPlace } from "../testing/browser.js";
import { useBrowser } from "../testing/browser-fixture.js";
import { TestClient } from "../testing/client.js";
import { activate, skipToMain, tabTo, unreachedByTab, waitUntilShown } from "../testing/keyboard.js";

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** What a manager sets on an account of each kind once it has a dataset, an edit step, a model and a comparison. */
const SETTINGS = {
  manager: { auth: "manager" },
  normal: {},
  restricted: { dataset_create_enable: false, model_create_enable: false },
  expired: { contract_type: "SP", start_date: inDays(-300), due_date: inDays(-1), duration: 30 },
} as const satisfies Record<string, AccountSettings>;
type Person = keyof typeof SETTINGS;
const PERSONS = Object.keys(SETTINGS) as Person[];

const EXPIRED = "Your contract has expired, so this is not possible";
const MANAGERS_ONLY = "Only a manager can enable or disable an API";

interface Session {
  page: Page;
  inPlace: InPlace;
  refused: string[];
  /** Addresses of the places that were reached by the keyboard. */
  reached: Map<string, string>;
}

interface Row {
  /** Path of the screen, as in the console's list of screens. */
  screen: string;
  /** Roles and names of the controls that lead to it from the home screen. */
  way: readonly (readonly [role: "link" | "button" | "menuitem" | "tab", name: string])[];
  heading: string | RegExp;
  persons?: readonly Person[];
  /** Something that only some may do: its control, and what the others read in its place. */
  right?: { control: readonly [role: "button" | "link", name: string]; refusals: Partial<Record<Person, string>> };
}

const ANALYSIS = [["link", "Analysis"]] as const;
const DATASET = [...ANALYSIS, ["link", "Cars"]] as const;
const MANAGEMENT = [["link", "Management"]] as const;
const account = (entry: string) => [["button", "Account"] as const, ["menuitem", entry] as const];
const MANAGERS: readonly Person[] = ["manager"];

const ROWS: readonly Row[] = [
  {
    screen: "/home",
    way: [],
    heading: "What do you want to know about your process?",
    right: { control: ["button", "Try the sample"], refusals: { restricted: "may not create datasets", expired: EXPIRED } },
  },
  {
    screen: "/analysis/upload/:p?",
    way: ANALYSIS,
    heading: "Datasets",
    right: { control: ["button", "Choose files"], refusals: { restricted: "may not create datasets", expired: EXPIRED } },
  },
  { screen: "/analysis/dataset", way: DATASET, heading: "Cars" },
  {
    screen: "/analysis/exploration",
    way: [...DATASET, ["link", "Exploration"]],
    heading: "Cars",
    right: { control: ["button", "Add a step"], refusals: { expired: EXPIRED } },
  },
  { screen: "/analysis/fitting", way: [...DATASET, ["link", "Fitting"]], heading: "Consumption" },
  {
    screen: "/analysis/fitting",
    way: [...DATASET, ["link", "Fitting"], ["link", "New model"]],
    heading: "Cars",
    right: { control: ["button", "Start training"], refusals: { restricted: "may not create models", expired: EXPIRED } },
  },
  { screen: "/analysis/evaluation", way: [...DATASET, ["link", "Evaluation"]], heading: "Cars" },
  {
    screen: "/analysis/evaluation",
    way: [...DATASET, ["link", "Evaluation"], ["link", "New comparison"]],
    heading: "Cars",
    right: { control: ["button", "Compare"], refusals: { expired: EXPIRED } },
  },
  { screen: "/trash", way: account("Trash"), heading: "Trash" },
  { screen: "/account/settings", way: account("Account, sessions and password"), heading: "Account" },
  { screen: "/account/contract", way: account("Contract and limits"), heading: "Contract and limits" },
  {
    screen: "/guide/:page?",
    way: [
      ["button", "Help"],
      ["menuitem", "User's guide"],
    ],
    heading: "Your first model",
  },
  {
    screen: "/management/model",
    way: MANAGEMENT,
    heading: "Models and APIs",
    right: {
      control: ["link", "Enable or disable"],
      refusals: { normal: MANAGERS_ONLY, restricted: MANAGERS_ONLY, expired: MANAGERS_ONLY },
    },
  },
  {
    screen: "/management/model/edit-model",
    way: [...MANAGEMENT, ["link", "Enable or disable"]],
    heading: "Models and APIs",
    persons: MANAGERS,
  },
  { screen: "/management/people", way: [...MANAGEMENT, ["link", "People"]], heading: "People", persons: MANAGERS },
  {
    screen: "/management/people/:id",
    way: [...MANAGEMENT, ["link", "People"], ["link", "manager"]],
    heading: "manager",
    persons: MANAGERS,
  },
  { screen: "/management/audit", way: [...MANAGEMENT, ["link", "Audit trail"]], heading: "Audit trail", persons: MANAGERS },
  { screen: "/i18n", way: [...MANAGEMENT, ["link", "Texts"]], heading: "Texts", persons: MANAGERS },
];

/** The console's own lists of screens. Its packages are no part of this one: the compiler need not see them. */
async function pathsOf(file: string, list: string): Promise<string[]> {
  const screens: Record<string, { path: string }[]> = await import(
    new URL(`../../../../console/dist/screens/${file}.js`, import.meta.url).href
  );
  return screens[list]!.map(({ path }) => path);
}

/** Walks through a screen by Tab, until all that it loads is reached. */
const MAX_WALKS = 5;

describeInBrowser("every screen, for every person", () => {
  const { client } = useAgatha();
  const browser = useBrowser();
  const sessions = new Map<Person, Session>();

  /** Makes an account that has worked before it is set to what the person may do. */
  async function makePerson(person: Person): Promise<void> {
    const { id } = (await client.json<UserAnswer>("POST", "agatha/users/", { username: person, password: PASSWORD })).body;
    const own = new TestClient(client.url, 600);
    await own.login(person);
    const cars = await own.uploadDataset("Cars.csv", carsCsv(), { product_type: "quality" });
    await own.api.createExtraction(cars.id, { cond: "", spec: { type: "sort", by: [{ column: "Horsepower", order: "asc" }] } });
    const layers = [{ nodes: [{ algorithm: "GLM" }] }];
    const columns = ["Weight_in_lbs", "Horsepower"];
    const response = "Miles_per_Gallon";
    const model = await own.train(cars.id, { name: "Consumption", model_type: "REGRESSION", response, columns, layers });
    const comparison = await own.api.createEvaluation(cars.id, { model_id_list: [model.id], response, test_dataset_id: cars.id });
    await own.waitForEvaluation(cars.id, comparison.id);
    expect((await client.json("PATCH", `agatha/users/${id}/`, SETTINGS[person])).status).toBe(200);
  }

  /** Logs in by the keyboard alone. */
  async function logIn(username: string): Promise<Session> {
    const { page } = await browser.openSession();
    const refused: string[] = [];
    await page.goto(`${client.url}account/login`);
    await tabTo(page, page.getByLabel("Account"));
    await page.keyboard.type(username);
    await tabTo(page, page.getByLabel("Password", { exact: true }));
    await page.keyboard.type(PASSWORD);
    page.on("response", (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${answer.url()}`));
    await page.keyboard.press("Enter");
    return { page, inPlace: openInPlace(page), refused, reached: new Map() };
  }

  async function sessionOf(person: Person): Promise<Session> {
    let session = sessions.get(person);
    if (!session) {
      await makePerson(person);
      session = await logIn(person);
      sessions.set(person, session);
    }
    await session.page.waitForURL((url) => !url.pathname.endsWith("/login"));
    return session;
  }

  /** Goes a way by the keyboard, from the last place of it that the person has reached before. */
  async function go({ page, inPlace, reached }: Session, way: Row["way"]): Promise<void> {
    const start = way.findLastIndex((_, index) => reached.has(placeAfter(way.slice(0, index))));
    await inPlace.open(start > 0 ? reached.get(placeAfter(way.slice(0, start)))! : `${client.url}home`);
    for (const [role, name] of way.slice(Math.max(0, start))) {
      const control = page.getByRole(role, { name, exact: true }).first();
      await tabTo(page, control, role === "menuitem" ? "ArrowDown" : "Tab");
      await page.keyboard.press("Enter");
    }
  }

  test("each screen of the console has a row", async () => {
    const screens = await pathsOf("screens", "SCREENS");
    expect([...new Set(ROWS.map(({ screen }) => screen))].sort()).toEqual(screens.sort());
    expect(await pathsOf("public-screens", "PUBLIC_SCREENS")).toEqual(["/account/login", "/account/forgot", "/account/reset"]);
  });

  const cases = ROWS.flatMap(({ persons = PERSONS, ...row }) => persons.map((person) => ({ person, place: placeOf(row), ...row })));

  // @contract every-screen-for-every-person
  test.each(cases)("$person: $place", async ({ person, screen, way, heading, right }) => {
    const session = await sessionOf(person);
    const { page, inPlace, refused, reached } = session;
    await go(session, way);
    await page.waitForURL(({ pathname }) => pathname.includes(fixedPart(screen)));
    await waitUntilShown(page.getByRole("heading", { level: 1, name: heading }).first());
    await inPlace.settled();
    if (way.length > 0) await page.waitForFunction(() => document.activeElement !== document.body);
    if (right) {
      const [role, name] = right.control;
      const control = page.getByRole(role, { name, exact: true });
      const refusal = right.refusals[person];
      if (refusal === undefined) await control.and(page.locator(":enabled, a")).first().waitFor();
      else {
        await page.getByRole("main").getByText(refusal).first().waitFor();
        await control.and(page.locator(":enabled, a")).first().waitFor({ state: "detached" });
      }
    }
    reached.set(placeAfter(way), page.url());
    if (way.length === 0) await skipToMain(page);
    let unreached = await unreachedByTab(page);
    // Actual while the screen was walked through is reached by another walk.
    for (let walks = 1; unreached.length > 0 && walks < MAX_WALKS; walks++) unreached = await unreachedByTab(page);
    expect(unreached).toEqual([]);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(refused).toEqual([]);
  });

  // @contract every-screen-for-every-person
  test.each(PERSONS.filter((person) => person !== "manager"))("%s: screens of managers lead to the models and APIs", async (person) => {
    const { page, inPlace, refused } = await sessionOf(person);
    for (const { screen } of ROWS.filter(({ persons }) => persons === MANAGERS)) {
      await inPlace.open(client.url + screen.slice(1).replace(":id", "new"));
      await page.waitForURL(/\/management\/model$/);
      await waitUntilShown(page.getByRole("heading", { level: 1, name: "Models and APIs" }));
    }
    expect(refused).toEqual([]);
  });

  // @contract every-screen-for-every-person
  test("disabled: the login says why it refuses, and is all there is", async () => {
    await client.api.createUser({ username: "disabled", password: PASSWORD, is_active: false });
    const { page } = await logIn("disabled");
    await page.getByText("Your account has been disabled, please contact the administrator").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    for (const path of new Set(ROWS.map(({ screen }) => fixedPart(screen)))) {
      await page.goto(client.url + path.slice(1));
      await waitUntilShown(page.getByRole("button", { name: "Log in", exact: true }));
    }
    await activate(page, page.getByRole("link", { name: "Forgot your password?" }));
    await page.getByRole("heading", { level: 1, name: "Forgot your password" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(`${client.url}account/reset?token=used`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

function placeAfter(way: Row["way"]): string {
  return way.map(([, name]) => name).join(", ");
}

function placeOf({ screen, way }: Pick<Row, "screen" | "way">): string {
  return way.length === 0 ? screen : `${screen} by ${placeAfter(way)}`;
}

/** The path of a screen without its parameters. */
const fixedPart = (screen: string): string => screen.replace(/:.*/, "");
