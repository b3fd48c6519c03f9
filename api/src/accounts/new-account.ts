import type { NewDocument, User } from "@agatha/contracts";

type Identity = Pick<User, "id" | "username" | "passwordHash" | "createdAt">;

const UNLIMITED = -1;
const everything = { enabled: true, enableLimit: UNLIMITED };

/** A normal account as it is first: everything enabled, nothing limited, bought for good. */
export function newAccount(identity: Identity): NewDocument<User> {
  return {
    ...identity,
    auth: "normal",
    active: true,
    contract: { type: "RF", startDate: identity.createdAt, dueDate: null, duration: 0, apiEnableMode: "enabled" },
    restriction: { autoModelEnable: true, modelLimit: UNLIMITED, licenceLimit: UNLIMITED },
    products: { occ: everything, opt: everything, quality: everything, timeseries: everything },
    datasetCreateEnable: true,
    modelCreateEnable: true,
    openCalcVarImpEnable: true,
  };
}
