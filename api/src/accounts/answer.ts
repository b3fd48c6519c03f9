import { daysUntilDue, isMarkedDeleted, licenceStage, type ProductType, productType, type Resource, type User } from "@agatha/contracts";
import type { UserAnswer } from "@agatha/contracts/wire";
import type { ApiDeps } from "../deps.js";

/** Enabled models of one owner, by product. */
export type EnabledModelCounts = Record<ProductType, number>;

const zeroCounts = (): EnabledModelCounts => ({ occ: 0, opt: 0, quality: 0, timeseries: 0 });

/** Counts the models whose API is enabled, by owner and product; of one owner, or of all. */
export async function countEnabledModels(
  { resources }: Pick<ApiDeps, "resources">,
  owner?: string,
): Promise<(userId: string) => EnabledModelCounts> {
  const where = { owner };
  const [models, datasets] = await Promise.all([resources.list("Model", where), resources.list("Dataset", where)]);
  const present = datasets.items.filter((dataset) => !isMarkedDeleted(dataset));
  const products = new Map(present.map((dataset: Resource<"Dataset">) => [dataset.metadata.name, dataset.spec.productType]));
  const counts = new Map<string, EnabledModelCounts>();
  for (const model of models.items) {
    const { spec } = model;
    const product = products.get(spec.datasetRef);
    if (!spec.apiEnabled || isMarkedDeleted(model) || !product) continue;
    const count = counts.get(spec.owner) ?? zeroCounts();
    count[product]++;
    counts.set(spec.owner, count);
  }
  return (userId) => counts.get(userId) ?? zeroCounts();
}

/** The specification's User fields, section 3; the contract's and restriction's stand twice, as the user list has them flat. */
export function userAnswer(user: User, enabled: EnabledModelCounts, now: number): UserAnswer {
  const { contract, restriction, products } = user;
  const { licenceLimit = -1 } = restriction;
  const left = daysUntilDue(contract, now);
  return {
    id: user.id,
    username: user.username,
    auth: user.auth,
    is_active: user.active,
    email: user.email ?? null,
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
  };
}
