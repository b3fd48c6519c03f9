import type { NewDocument, User } from "@agatha/contracts";

type AccountIdentity = Pick<User, "id" | "username" | "passwordHash" | "createdAt">;

const UNLIMITED = -1;
const unlimitedProduct = { enabled: true, enableLimit: UNLIMITED };

/** Returns a new normal account: everything is enabled, nothing is limited, and the contract has no end. */
export function newAccount(identity: AccountIdentity): NewDocument<User> {
  return {
    ...identity,
    auth: "normal",
    active: true,
    contract: { type: "RF", startDate: identity.createdAt, dueDate: null, duration: 0, apiEnableMode: "enabled" },
    restriction: { autoModelEnable: true, modelLimit: UNLIMITED, licenceLimit: UNLIMITED },
    products: { occ: unlimitedProduct, opt: unlimitedProduct, quality: unlimitedProduct, timeseries: unlimitedProduct },
    datasetCreateEnable: true,
    modelCreateEnable: true,
    openCalcVarImpEnable: true,
  };
}
