import type { AccountSettings, UserAnswer } from "@agatha/contracts/wire";
import { isProductEnabled, PRODUCTS } from "../../routing/products.js";

type Product = (typeof PRODUCTS)[number];

/** Settings of an account as they are typed: days as `2026-05-01`, limits as text that is empty for no limit. */
export interface PersonDraft {
  auth: UserAnswer["auth"];
  is_active: boolean;
  email: string;
  contract_type: "RF" | "SP";
  start: string;
  due: string;
  duration: string;
  api_enable_mode: string;
  auto_model_enable: boolean;
  open_calc_varimp_enable: boolean;
  dataset_create_enable: boolean;
  model_create_enable: boolean;
  model_limit: string;
  model_licence_limit: string;
  products: Record<Product, { enabled: boolean; limit: string }>;
}

const limitText = (limit: number): string => (limit < 0 ? "" : String(limit));
const dayOf = (time: string | null): string => time?.slice(0, 10) ?? "";

/** Returns the account as texts of form fields. An unlimited number is empty; days are without their time. */
export function draftOf(user: UserAnswer): PersonDraft {
  return {
    auth: user.auth,
    is_active: user.is_active,
    email: user.email ?? "",
    contract_type: user.contract.type,
    start: dayOf(user.start_date),
    due: dayOf(user.due_date),
    duration: String(user.duration),
    api_enable_mode: user.api_enable_mode,
    auto_model_enable: user.auto_model_enable,
    open_calc_varimp_enable: user.open_calc_varimp_enable,
    dataset_create_enable: user.dataset_create_enable,
    model_create_enable: user.model_create_enable,
    model_limit: limitText(user.model_limit),
    model_licence_limit: limitText(user.model_licence_limit),
    products: productsOf((product) => ({
      enabled: isProductEnabled(user, product),
      limit: limitText(user[`product_${product}_enable_limit`]),
    })),
  };
}

/** The settings that a new account has if none are given. */
export const NEW_PERSON: PersonDraft = {
  auth: "normal",
  is_active: true,
  email: "",
  contract_type: "RF",
  start: "",
  due: "",
  duration: "0",
  api_enable_mode: "enabled",
  auto_model_enable: true,
  open_calc_varimp_enable: true,
  dataset_create_enable: true,
  model_create_enable: true,
  model_limit: "",
  model_licence_limit: "",
  products: productsOf(() => ({ enabled: true, limit: "" })),
};

function productsOf<T>(accessOf: (product: Product) => T): Record<Product, T> {
  return Object.fromEntries(PRODUCTS.map((product) => [product, accessOf(product)])) as Record<Product, T>;
}

/** Returns whether the text is a limit: a whole number from 0, or empty. */
export const isLimit = (text: string): boolean => /^\d{0,9}$/.test(text.trim());

/** Returns whether the text is a number of days that the server takes. */
export const isDays = (text: string): boolean => /^\d{1,5}$/.test(text.trim()) && Number(text) <= 36_500;

/** Returns the settings in which the draft differs from the account. The due date is the last day of the contract. */
export function changedSettings(present: PersonDraft, draft: PersonDraft): AccountSettings {
  const before = settingsOf(present);
  const after = Object.entries(settingsOf(draft));
  return Object.fromEntries(after.filter(([name, value]) => value !== before[name as keyof AccountSettings]));
}

/** Returns the draft with what was not changed in it as the account has it now. `from` is the account that the draft began with. */
export function rebaseDraft(draft: PersonDraft, { from, to }: { from: PersonDraft; to: PersonDraft }): PersonDraft {
  const products = productsOf((product) =>
    rebaseFields(draft.products[product], { from: from.products[product], to: to.products[product] }),
  );
  return { ...rebaseFields(draft, { from, to }), products };
}

function rebaseFields<T extends object>(draft: T, { from, to }: { from: T; to: T }): T {
  const untouched = (Object.keys(draft) as (keyof T)[]).filter((name) => draft[name] === from[name]);
  return { ...draft, ...Object.fromEntries(untouched.map((name) => [name, to[name]])) };
}

function settingsOf(draft: PersonDraft): AccountSettings {
  const limit = (text: string): number => (text.trim() === "" ? -1 : Number(text));
  const { occ, opt, quality, timeseries } = draft.products;
  return {
    auth: draft.auth,
    is_active: draft.is_active,
    email: draft.email.trim() || null,
    contract_type: draft.contract_type,
    start_date: draft.start === "" ? null : `${draft.start}T00:00:00.000Z`,
    due_date: draft.due === "" ? null : `${draft.due}T23:59:59.000Z`,
    duration: Number(draft.duration),
    api_enable_mode: draft.api_enable_mode as AccountSettings["api_enable_mode"],
    auto_model_enable: draft.auto_model_enable,
    open_calc_varimp_enable: draft.open_calc_varimp_enable,
    dataset_create_enable: draft.dataset_create_enable,
    model_create_enable: draft.model_create_enable,
    model_limit: limit(draft.model_limit),
    model_licence_limit: limit(draft.model_licence_limit),
    product_occ_enable: occ.enabled,
    product_occ_enable_limit: limit(occ.limit),
    product_opt_enable: opt.enabled,
    product_opt_enable_limit: limit(opt.limit),
    product_quality_enable: quality.enabled,
    product_quality_enable_limit: limit(quality.limit),
    product_timeseries_enable: timeseries.enabled,
    product_timeseries_enable_limit: limit(timeseries.limit),
  };
}
