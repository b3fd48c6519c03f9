/** Texts of the console that a deployment's file or its managers put in place of the product's own. */
import { COLLECTIONS } from "@agatha/contracts";
import {
  type ConsoleTexts,
  type Language,
  type TextEditsAnswer,
  textEditsAnswer,
  textEditsRequest,
  textsAnswer,
} from "@agatha/contracts/wire";
import { recordAudit } from "../audit/record-audit.js";
import type { ApiDeps } from "../deps.js";
import { defineRoute, type Route } from "../http/route.js";
import { upsertDocument } from "../resources/retry-on-conflict.js";

type Edits = TextEditsAnswer["edits"];

/** Routes for the console's texts: the differing ones for everybody, even before the login, and their changes for managers. */
export function textRoutes(deps: ApiDeps): Route[] {
  const { texts: file, problem } = deps.config.textsFile ?? { texts: {}, problem: null };
  const managerAnswer = async () => ({ body: { edits: await loadEdits(deps), file, file_problem: problem } });
  return [
    defineRoute({
      method: "get",
      path: "/agatha/texts",
      access: "public",
      tag: "Texts",
      summary: "Texts of the console that differ from the product's own",
      responses: { 200: textsAnswer },
      handler: async () => ({ body: { texts: withEdits(file, await loadEdits(deps)) } }),
    }),
    defineRoute({
      method: "get",
      path: "/manage_agatha/texts",
      access: "manager",
      tag: "Texts",
      summary: "Which texts managers have changed and checked, and the texts of the deployment's file",
      responses: { 200: textEditsAnswer },
      handler: managerAnswer,
    }),
    defineRoute({
      method: "patch",
      path: "/manage_agatha/texts",
      access: "manager",
      tag: "Texts",
      summary: "Changes texts of the console for everybody, or marks them as checked",
      request: { body: textEditsRequest },
      bodyLimit: "list",
      responses: { 200: textEditsAnswer },
      async handler({ user, body: { edits } }) {
        for (const [language, changes] of Object.entries(edits)) {
          await recordAudit(deps, user, { action: "texts.change", target: language, detail: { texts: Object.keys(changes) } });
          await saveEdits(deps, language as Language, changes);
        }
        return await managerAnswer();
      },
    }),
  ];
}

/** One document for each language, whose code is its id. */
async function loadEdits({ documents }: Pick<ApiDeps, "documents">): Promise<Edits> {
  const found = await documents.collection(COLLECTIONS.texts).find();
  return Object.fromEntries(found.map(({ id, edits }) => [id, edits]));
}

async function saveEdits(
  { documents }: Pick<ApiDeps, "documents">,
  language: Language,
  changes: NonNullable<Edits[Language]>,
): Promise<void> {
  await upsertDocument(documents.collection(COLLECTIONS.texts), language, async (present) => {
    const entries = Object.entries({ ...present?.edits, ...changes });
    return { id: language, edits: Object.fromEntries(entries.filter(([, edit]) => Object.keys(edit).length > 0)) };
  });
}

function withEdits(file: ConsoleTexts, edits: Edits): ConsoleTexts {
  const languages = new Set([...Object.keys(file), ...Object.keys(edits)]) as Set<Language>;
  return Object.fromEntries(
    [...languages].map((language) => {
      const edited = Object.entries(edits[language] ?? {}).flatMap(([key, { text }]) => (text === undefined ? [] : [[key, text] as const]));
      return [language, { ...file[language], ...Object.fromEntries(edited) }];
    }),
  );
}
