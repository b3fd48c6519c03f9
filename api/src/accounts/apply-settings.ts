import { ERRORS, InvalidInput, type Problem, type User } from "@agatha/contracts";
import type { AccountSettings } from "@agatha/contracts/wire";

type ConfigurableAccount = Pick<
  User,
  | "auth"
  | "active"
  | "email"
  | "emailSelfSet"
  | "contract"
  | "restriction"
  | "products"
  | "datasetCreateEnable"
  | "modelCreateEnable"
  | "openCalcVarImpEnable"
>;

/**
 * Returns the account with these settings, as a manager gives them. Omitted settings keep their value. Pure function. Throws
 * InvalidInput for an invalid contract.
 */
export function applySettings<A extends ConfigurableAccount>(account: A, settings: AccountSettings): A {
  const { contract, restriction, products } = account;
  const email = settings.email === undefined ? account.email : (settings.email ?? undefined);
  const changed: A = {
    ...account,
    auth: settings.auth ?? account.auth,
    active: settings.is_active ?? account.active,
    email,
    // An address that is sent back as it is was not looked at.
    emailSelfSet: email === account.email ? account.emailSelfSet : undefined,
    contract: {
      type: settings.contract_type ?? contract.type,
      startDate: settings.start_date === undefined ? contract.startDate : settings.start_date,
      dueDate: settings.due_date === undefined ? contract.dueDate : settings.due_date,
      duration: settings.duration ?? contract.duration,
      apiEnableMode: settings.api_enable_mode ?? contract.apiEnableMode,
    },
    restriction: {
      autoModelEnable: settings.auto_model_enable ?? restriction.autoModelEnable,
      modelLimit: settings.model_limit ?? restriction.modelLimit,
      licenceLimit: settings.model_licence_limit ?? restriction.licenceLimit,
    },
    products: {
      occ: productAccess(products.occ, settings.product_occ_enable, settings.product_occ_enable_limit),
      opt: productAccess(products.opt, settings.product_opt_enable, settings.product_opt_enable_limit),
      quality: productAccess(products.quality, settings.product_quality_enable, settings.product_quality_enable_limit),
      timeseries: productAccess(products.timeseries, settings.product_timeseries_enable, settings.product_timeseries_enable_limit),
    },
    datasetCreateEnable: settings.dataset_create_enable ?? account.datasetCreateEnable,
    modelCreateEnable: settings.model_create_enable ?? account.modelCreateEnable,
    openCalcVarImpEnable: settings.open_calc_varimp_enable ?? account.openCalcVarImpEnable,
  };
  const problems = licenceContractProblems(changed.contract);
  if (problems.length > 0) throw new InvalidInput(ERRORS.badRequest, problems);
  return changed;
}

type ProductAccess = User["products"]["occ"];

const productAccess = (present: ProductAccess, enabled = present.enabled, enableLimit = present.enableLimit): ProductAccess => ({
  enabled,
  enableLimit,
});

function licenceContractProblems({ type, startDate, dueDate }: User["contract"]): Problem[] {
  if (type === "SP" && dueDate === null) return [{ path: "due_date", message: "A subscription (SP) needs a due date" }];
  if (startDate !== null && dueDate !== null && Date.parse(dueDate) < Date.parse(startDate)) {
    return [{ path: "due_date", message: "Must not be before the start date" }];
  }
  return [];
}
