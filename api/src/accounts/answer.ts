import { daysUntilDue, licenceStage, productType, type User } from "@agatha/contracts";
import type { UserAnswer } from "@agatha/contracts/wire";
import type { AccountUse } from "../api-limits/account-use.js";
import { UNUSABLE_PASSWORD } from "./passwords/password-hash.js";

/**
 * Returns the specification's User fields (section 3). The fields of the contract and the restriction appear twice, because the
 * user list has them flat.
 */
export function userAnswer(user: User, { all, enabled, reserved }: AccountUse, now: number): UserAnswer {
  const { contract, restriction, products } = user;
  const { licenceLimit = -1 } = restriction;
  const left = daysUntilDue(contract, now);
  const hasPassword = user.passwordHash !== UNUSABLE_PASSWORD;
  return {
    id: user.id,
    username: user.username,
    auth: user.auth,
    is_active: user.active,
    email: user.email ?? null,
    needs_password: !hasPassword && user.externalId === undefined,
    has_password: hasPassword,
    reset_requested_at: user.resetRequestedAt ?? null,
    contract,
    restriction: { ...restriction, licenceLimit },
    contract_stage: licenceStage(contract, now),
    days_left: left === undefined ? null : Math.max(0, Math.ceil(left)),
    duration: contract.duration,
    due_date: contract.dueDate,
    start_date: contract.startDate,
    api_enable_mode: contract.apiEnableMode,
    auto_model_enable: restriction.autoModelEnable,
    model_limit: restriction.modelLimit,
    model_current: all,
    model_reserved: reserved,
    model_licence_limit: licenceLimit,
    open_calc_varimp_enable: user.openCalcVarImpEnable,
    dataset_create_enable: user.datasetCreateEnable,
    model_create_enable: user.modelCreateEnable,
    product_all_current: productType.options.reduce((sum, product) => sum + enabled[product], 0),
    product_occ_current: enabled.occ,
    product_occ_enable_limit: products.occ.enableLimit,
    product_occ_enable: products.occ.enabled,
    product_opt_current: enabled.opt,
    product_opt_enable_limit: products.opt.enableLimit,
    product_opt_enable: products.opt.enabled,
    product_quality_current: enabled.quality,
    product_quality_enable_limit: products.quality.enableLimit,
    product_quality_enable: products.quality.enabled,
    product_timeseries_current: enabled.timeseries,
    product_timeseries_enable_limit: products.timeseries.enableLimit,
    product_timeseries_enable: products.timeseries.enabled,
    ...(user.secondFactor?.enabled && { second_factor: { recovery_codes: user.secondFactor.recoveryCodes.length } }),
  };
}
