import { account } from "./account/index.js";
import { audit } from "./audit/index.js";
import { contract } from "./contract/index.js";
import { dataset } from "./dataset/index.js";
import { datasetList } from "./dataset-list/index.js";
import { editHistory } from "./edit-history/index.js";
import { evaluation } from "./evaluation/index.js";
import { fitting } from "./fitting/index.js";
import { forgotPassword } from "./forgot-password/index.js";
import { home } from "./home/index.js";
import { login } from "./login/index.js";
import { apiEnablement, management } from "./management/index.js";
import { people, person } from "./people/index.js";
import { resetPassword } from "./reset-password/index.js";
import type { Screen } from "./routing/screen.js";
import { trash } from "./trash/index.js";

/** All screens of the console. A new screen is a folder and a line here. */
export const SCREENS: readonly Screen[] = [
  login,
  forgotPassword,
  resetPassword,
  account,
  contract,
  home,
  datasetList,
  dataset,
  editHistory,
  fitting,
  evaluation,
  trash,
  management,
  apiEnablement,
  people,
  person,
  audit,
];
