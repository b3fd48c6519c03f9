/** The commands of the documentation for Kubernetes: in which order a test runs them, and which ones other tests run. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "./launcher/places.js";
import { fencedBlocks } from "./transcript.js";

export const PAGES = join(REPOSITORY, "docs/kubernetes");

/** A block between fences, whose commands are run one after the other. */
export interface Step {
  name: string;
  /** What is printed is told, too. */
  transcript: boolean;
  text: string;
}

export const writtenPages = (): string[] => readdirSync(PAGES).filter((page) => page.endsWith(".md"));
const textOf = (page: string): string => readFileSync(join(PAGES, page), "utf8");

export function stepsOf(page: string): Step[] {
  return fencedBlocks(textOf(page)).map(({ language, text }, i) => ({
    name: `${page}, block ${i + 1}`,
    transcript: language === "console",
    text,
  }));
}

/** What another test runs: a block by its first line, or a command within a line. */
export interface Elsewhere {
  command: string;
  /** A file below tests/src, and what in it shows that the command is run. */
  test: string;
  shownBy: string;
}

export const ELSEWHERE: Elsewhere[] = [
  { command: "for program in operator api trainer; do", test: "cluster/launcher/images.ts", shownBy: "for (const target of PROGRAMS)" },
  { command: "kubectl apply --server-side", test: "cluster/kubectl.test.ts", shownBy: '"apply", "--server-side"' },
  { command: "kubectl get agatha --output name", test: "cluster/kubectl.test.ts", shownBy: '"get", "agatha", "--output", "name"' },
  {
    command: `kubectl patch NAME --type=merge --patch '{"metadata":{"finalizers":[]}}'`,
    test: "cluster/kubectl.test.ts",
    shownBy: '"--patch", \'{"metadata":{"finalizers":[]}}\'',
  },
  { command: "kubectl delete node NAME", test: "cluster/node.test.ts", shownBy: '"delete", "node"' },
  { command: "npm run test:cluster", test: "../cluster.mjs", shownBy: "SUITES" },
];

const isElsewhere = ({ text }: Step): boolean => ELSEWHERE.some(({ command }) => text.startsWith(`${command}\n`));

/** Commands within lines, in backticks: what begins with a program and goes on. Those of the project's README that are about clusters count. */
export function commandsInLines(): { page: string; command: string }[] {
  const texts = [
    ...writtenPages().map((page) => [page, textOf(page)]),
    ["../../README.md", readFileSync(join(REPOSITORY, "README.md"), "utf8")],
  ];
  return texts.flatMap(([page = "", text = ""]) =>
    [...text.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/`((?:kubectl|helm|buildah|docker|node|npm run test:cluster)\b[^`]*)`/g)]
      .map(([, command = ""]) => ({ page, command }))
      .filter(({ command }) => /\s/.test(command) && !TOLD.has(command)),
  );
}

/** Names of what the page shows as a command elsewhere, or is about. */
const TOLD = new Set(["helm install", "kubectl apply"]);

/** What a page says comes after what it builds on; a backup is restored once everything is gone. */
export function story(): Step[] {
  const [save, ...restore] = stepsOf("backup.md");
  const steps = [
    ...stepsOf("README.md"),
    ...stepsOf("kubectl.md"),
    ...stepsOf("troubleshooting.md"),
    save!,
    ...stepsOf("uninstall.md"),
    ...restore,
  ];
  return steps.filter((step) => !isElsewhere(step));
}

/** Blocks that neither the story nor another test runs. */
export function untoldBlocks(): string[] {
  const told = new Set(story().map(({ name }) => name));
  const written = writtenPages().flatMap(stepsOf);
  return written.filter((step) => !told.has(step.name) && !isElsewhere(step)).map(({ name }) => name);
}
