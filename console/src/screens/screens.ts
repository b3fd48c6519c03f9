import type { Screen } from "../routing/screen.js";
import { account } from "./account/index.js";
import { audit } from "./audit/index.js";
import { contract } from "./contract/index.js";
import { dataset } from "./dataset/index.js";
import { datasetList } from "./dataset-list/index.js";
import { editHistory } from "./edit-history/index.js";
import { evaluation } from "./evaluation/index.js";
import { fitting } from "./fitting/index.js";
import { guide } from "./guide/index.js";
import { home } from "./home/index.js";
import { apiEnablement, management } from "./management/index.js";
import { people, person } from "./people/index.js";
import { texts } from "./texts/index.js";
import { trash } from "./trash/index.js";

/** All screens behind the login. A new screen is a folder and a line here. */
export const SCREENS: readonly Screen[] = [
  account,
  contract,
  home,
  datasetList,
  dataset,
  editHistory,
  fitting,
  evaluation,
  trash,
  guide,
  management,
  apiEnablement,
  people,
  person,
  audit,
  texts,
];
