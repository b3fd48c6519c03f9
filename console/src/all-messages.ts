import { messages as account } from "./account/messages.js";
import { messages as audit } from "./audit/messages.js";
import { messages as automaticTraining } from "./automatic-training/messages.js";
import { messages as calculations } from "./calculations/messages.js";
import { messages as charts } from "./charts/messages.js";
import { messages as contract } from "./contract/messages.js";
import { messages as csvDialect } from "./csv-dialect/messages.js";
import { messages as dataFindings } from "./data-findings/messages.js";
import { messages as dataset } from "./dataset/messages.js";
import { messages as datasetFacts } from "./dataset-facts/messages.js";
import { messages as datasetList } from "./dataset-list/messages.js";
import { messages as editHistory } from "./edit-history/messages.js";
import { messages as evaluation } from "./evaluation/messages.js";
import { messages as fileUpload } from "./file-upload/messages.js";
import { messages as forgotPassword } from "./forgot-password/messages.js";
import { messages as guide } from "./guide/messages.js";
import { messages as help } from "./help/messages.js";
import { messages as home } from "./home/messages.js";
import type { AnyMessages } from "./i18n/messages.js";
import { messages as login } from "./login/messages.js";
import { messages as management } from "./management/messages.js";
import { apiEnablementTitle } from "./management/title.js";
import { messages as modelNames } from "./model-names/messages.js";
import { messages as models } from "./models/messages.js";
import { messages as people } from "./people/messages.js";
import { PUBLIC_MESSAGES } from "./public-messages.js";
import { messages as resetPassword } from "./reset-password/messages.js";
import { messages as restrictions } from "./restrictions/messages.js";
import { messages as rows } from "./rows/messages.js";
import { messages as series } from "./series/messages.js";
import { messages as sharing } from "./sharing/messages.js";
import { SIGNED_IN_MESSAGES } from "./signed-in-messages.js";
import { messages as texts } from "./texts/messages.js";
import { messages as trash } from "./trash/messages.js";
import { messages as unknownAddress } from "./unknown-address/messages.js";

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
  login,
  management,
  modelNames,
  models,
  people,
  resetPassword,
  restrictions,
  rows,
  series,
  sharing,
  texts,
  trash,
  unknownAddress,
];
