import { messages as automaticTraining } from "./automatic-training/messages.js";
import { messages as calculations } from "./calculations/messages.js";
import { messages as charts } from "./charts/messages.js";
import { messages as csvDialect } from "./csv-dialect/messages.js";
import { messages as dataFindings } from "./data-findings/messages.js";
import { messages as datasetFacts } from "./dataset-facts/messages.js";
import { messages as fileUpload } from "./file-upload/messages.js";
import { messages as help } from "./help/messages.js";
import type { AnyMessages } from "./i18n/messages.js";
import { messages as reactAdmin } from "./i18n/react-admin/messages.js";
import { messages as lists } from "./lists/messages.js";
import { messages as modelNames } from "./model-names/messages.js";
import { messages as models } from "./models/messages.js";
import { PUBLIC_MESSAGES } from "./public-messages.js";
import { messages as restrictions } from "./restrictions/messages.js";
import { messages as rows } from "./rows/messages.js";
import { messages as account } from "./screens/account/messages.js";
import { messages as audit } from "./screens/audit/messages.js";
import { messages as contract } from "./screens/contract/messages.js";
import { messages as dataset } from "./screens/dataset/messages.js";
import { messages as datasetList } from "./screens/dataset-list/messages.js";
import { messages as editHistory } from "./screens/edit-history/messages.js";
import { messages as evaluation } from "./screens/evaluation/messages.js";
import { messages as forgotPassword } from "./screens/forgot-password/messages.js";
import { messages as guide } from "./screens/guide/messages.js";
import { messages as home } from "./screens/home/messages.js";
import { messages as login } from "./screens/login/messages.js";
import { messages as management } from "./screens/management/messages.js";
import { apiEnablementTitle } from "./screens/management/title.js";
import { messages as people } from "./screens/people/messages.js";
import { messages as resetPassword } from "./screens/reset-password/messages.js";
import { messages as texts } from "./screens/texts/messages.js";
import { messages as trash } from "./screens/trash/messages.js";
import { messages as unknownAddress } from "./screens/unknown-address/messages.js";
import { messages as series } from "./series/messages.js";
import { messages as sharing } from "./sharing/messages.js";
import { SIGNED_IN_MESSAGES } from "./signed-in-messages.js";

/** Texts of every folder. A new folder with texts is a line here. */
export const ALL_MESSAGES: readonly AnyMessages[] = [
  ...PUBLIC_MESSAGES,
  ...SIGNED_IN_MESSAGES,
  account,
  apiEnablementTitle,
  audit,
  automaticTraining,
  calculations,
  charts,
  contract,
  csvDialect,
  dataFindings,
  dataset,
  datasetFacts,
  datasetList,
  editHistory,
  evaluation,
  fileUpload,
  forgotPassword,
  guide,
  help,
  home,
  lists,
  login,
  management,
  modelNames,
  models,
  people,
  reactAdmin,
  resetPassword,
  restrictions,
  rows,
  series,
  sharing,
  texts,
  trash,
  unknownAddress,
];
