import type { UserAnswer } from "@agatha/contracts/wire";
import { type Making, restrictionOf } from "./restriction-of.js";

const allowed = {
  id: "1",
  contract_stage: "normal",
  dataset_create_enable: true,
  model_create_enable: true,
  model_limit: 3,
  model_current: 2,
  model_reserved: 0,
  product_quality_enable: true,
  product_occ_enable: false,
} as UserAnswer;

const cases: Record<string, { user?: Partial<UserAnswer>; making: Making; restriction: string | null }> = {
  "who has the rights may make a model": { making: { what: "model", product: "quality" }, restriction: null },
  "an unlimited account may make any number of models": {
    user: { model_limit: -1, model_current: 99 },
    making: { what: "model" },
    restriction: null,
  },
  "an account at its limit may make no further model": { user: { model_current: 3 }, making: { what: "model" }, restriction: "modelLimit" },
  "an account whose automatic trainings keep the last places may make no further model": {
    user: { model_reserved: 1 },
    making: { what: "model" },
    restriction: "modelReserved",
  },
  "an unlimited account may make models beside automatic trainings": {
    user: { model_limit: -1, model_reserved: 20 },
    making: { what: "model" },
    restriction: null,
  },
  "an account at its limit of models may still make a dataset": {
    user: { model_current: 3 },
    making: { what: "dataset" },
    restriction: null,
  },
  "an account without the right makes no dataset": {
    user: { dataset_create_enable: false },
    making: { what: "dataset" },
    restriction: "dataset",
  },
  "an account without the right makes no model": { user: { model_create_enable: false }, making: { what: "model" }, restriction: "model" },
  "nothing is made for a product that the account does not have": { making: { what: "dataset", product: "occ" }, restriction: "product" },
  "another owner's product and limit do not restrict": {
    user: { model_current: 3 },
    making: { what: "model", product: "occ", owner: "2" },
    restriction: null,
  },
  "a viewer of a dataset asks what-if": { making: { what: "whatIf", role: "viewer" }, restriction: null },
  "an account whose contract has expired asks no what-if": {
    user: { contract_stage: "expired" },
    making: { what: "whatIf" },
    restriction: "expired",
  },
  "a viewer of a dataset makes nothing in it": { making: { what: "work", role: "viewer" }, restriction: "viewer" },
  "a viewer of a dataset makes datasets of their own": { making: { what: "dataset", role: "viewer" }, restriction: null },
  "an editor of a dataset makes models in it": { making: { what: "model", role: "editor", owner: "2" }, restriction: null },
  "an expired contract restricts all work": { user: { contract_stage: "expired" }, making: { what: "work" }, restriction: "expired" },
  "a contract about to expire restricts nothing": { user: { contract_stage: "warning" }, making: { what: "work" }, restriction: null },
};

// @contract what-an-account-may-not-do-is-said
test.each(Object.entries(cases))("restriction: %s", (_sentence, { user, making, restriction }) => {
  expect(restrictionOf({ ...allowed, ...user }, making)).toBe(restriction);
});
