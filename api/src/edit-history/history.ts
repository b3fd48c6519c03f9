/** Changes to a dataset's edit history, independent of any store. Pure functions. */
import { type EditStep, type EditStepSpec, ERRORS, InvalidInput, NotFound } from "@agatha/contracts";
import type { EditHistoryPatch } from "@agatha/contracts/wire";

/** Time during which a deleted entry can be restored. */
const RESTORABLE_MS = 24 * 3_600_000;
/** Largest number of entries, including deleted ones, and of characters in all of them: the history is one document. */
const MAX_STEPS = 200;
const MAX_CHARACTERS = 2_000_000;

/** Returns the entries that are not deleted, in order. */
export function undeletedSteps(entries: readonly EditStep[]): EditStep[] {
  return entries.filter(({ deletedAt }) => deletedAt === undefined).sort((a, b) => a.order - b.order);
}

/** Returns the enabled steps in order. */
export function enabledSpecs(entries: readonly EditStep[]): EditStepSpec[] {
  return undeletedSteps(entries).flatMap(({ enabled, spec }) => (enabled ? [spec] : []));
}

/** Returns the index of an entry among the enabled ones, or -1 if it is not enabled. */
export function enabledIndex(entries: readonly EditStep[], id: string): number {
  return undeletedSteps(entries)
    .filter(({ enabled }) => enabled)
    .findIndex((entry) => entry.id === id);
}

/** Returns the error editHistoryNotFound for an entry. */
export const editStepNotFound = (id: string): NotFound => new NotFound(`entry ${id} is not there`, ERRORS.editHistoryNotFound);

/** Where a new entry is inserted: before the named one, else after `index` others, else at the end. */
export interface StepPlace {
  index?: number | undefined;
  before?: string | undefined;
}

/**
 * Inserts the entry. Throws NotFound (editHistoryNotFound) if there is no entry to insert it before, and InvalidInput (badRequest) if the
 * history is full.
 */
export function insertStep(entries: readonly EditStep[], entry: Omit<EditStep, "order">, place: StepPlace = {}): EditStep[] {
  const next = stepAfter(undeletedSteps(entries), place)?.order;
  const order = next ?? Math.max(0, ...entries.map((each) => each.order)) + 1;
  const moved = entries.map((each) => (each.order >= order ? { ...each, order: each.order + 1 } : each));
  const all = [...moved, { ...entry, order }];
  if (all.length > MAX_STEPS || JSON.stringify(all).length > MAX_CHARACTERS) {
    throw new InvalidInput(ERRORS.badRequest, {
      path: "spec",
      message: "The edit history is full: delete entries, which makes room after a day",
    });
  }
  return keepLastAggregation(all);
}

function stepAfter(present: readonly EditStep[], { index = Number.POSITIVE_INFINITY, before }: StepPlace): EditStep | undefined {
  if (before === undefined) return present[index];
  const found = present.find(({ id }) => id === before);
  if (!found) throw editStepNotFound(before);
  return found;
}

/**
 * Applies a change. Without ids, restore takes back the last deletion alone. Throws NotFound (editHistoryNotFound) for an id that
 * the change does not apply to.
 */
export function changeSteps(entries: readonly EditStep[], { ids, change }: EditHistoryPatch, now: string): EditStep[] {
  const reached = entries.filter(({ deletedAt }) => (deletedAt === undefined) !== (change === "restore"));
  const known = new Set(reached.map(({ id }) => id));
  const missing = ids?.find((id) => !known.has(id));
  if (missing !== undefined) throw editStepNotFound(missing);
  const last = lastDeletion(entries);
  const chosen = new Set(ids ?? reached.flatMap(({ id, deletedAt }) => (deletedAt === last || change !== "restore" ? [id] : [])));
  const at = change === "delete" ? timeAfter(last, now) : now;
  return keepLastAggregation(entries.map((entry) => (chosen.has(entry.id) ? changedStep(entry, change, at) : entry)));
}

/** What a change sets of an entry. `updatedAt` is that of the entry which the change is made to. */
export type StepChange = { id: string } & { [Field in "spec" | "cond" | "enabled" | "updatedAt"]?: EditStep[Field] | undefined };

/**
 * Changes an entry in its place. Throws NotFound (editHistoryNotFound), and InvalidInput: dataChanged if the entry was changed after
 * `updatedAt`, dataExtraction for a step of another type.
 */
export function changeStep(entries: readonly EditStep[], { id, updatedAt, ...change }: StepChange, now: string): EditStep[] {
  const present = entries.find((entry) => entry.id === id && entry.deletedAt === undefined);
  if (!present) throw editStepNotFound(id);
  if (updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(present.updatedAt)) {
    throw new InvalidInput(ERRORS.dataChanged, {
      path: "updated_at",
      message: `The entry was changed at ${present.updatedAt}: read it again, and change what it is now`,
    });
  }
  const { spec = present.spec, cond = present.cond, enabled = present.enabled } = change;
  if (present.spec.type !== spec.type) {
    throw new InvalidInput(ERRORS.dataExtraction, {
      path: "spec.type",
      message: `The entry is of type ${present.spec.type}: add a new entry for ${spec.type}`,
    });
  }
  const changed = { ...present, spec, cond, enabled, updatedAt: now };
  return keepLastAggregation(entries.map((entry) => (entry === present ? changed : entry)));
}

/** Returns the time of the last deletion. Entries with the same time were deleted together. */
function lastDeletion(entries: readonly EditStep[]): string | undefined {
  return entries
    .flatMap(({ deletedAt }) => deletedAt ?? [])
    .sort((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1);
}

/** Returns `now`, or the millisecond after `last` if that is later: two deletions have different times. */
function timeAfter(last: string | undefined, now: string): string {
  return last === undefined ? now : new Date(Math.max(Date.parse(now), Date.parse(last) + 1)).toISOString();
}

function changedStep(entry: EditStep, change: EditHistoryPatch["change"], now: string): EditStep {
  if (change === "enable" || change === "disable") return { ...entry, enabled: change === "enable", updatedAt: now };
  const { deletedAt: _, ...kept } = entry;
  return change === "delete" ? { ...kept, deletedAt: now } : { ...kept, updatedAt: now };
}

/** Returns the entries without those whose restore time has passed. */
export function withoutExpired(entries: readonly EditStep[], now: number): EditStep[] {
  return entries.filter(({ deletedAt }) => deletedAt === undefined || now - Date.parse(deletedAt) < RESTORABLE_MS);
}

/** Disables all enabled aggregations except the one with the highest order. */
function keepLastAggregation(entries: readonly EditStep[]): EditStep[] {
  const isEnabled = ({ enabled, spec, deletedAt }: EditStep) => enabled && spec.type === "aggregation" && deletedAt === undefined;
  const highest = Math.max(...entries.filter(isEnabled).map(({ order }) => order));
  return entries.map((entry) => (isEnabled(entry) && entry.order < highest ? { ...entry, enabled: false } : entry));
}
