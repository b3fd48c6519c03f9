/**
 * Every error of the product: its name in code, its code on the wire, the HTTP status, and the English text, which the console
 * translates by the code. To add an error, add one line here and one in each language of the console.
 */
const ERROR_CATALOGUE = {
  unknown: { code: "010101", status: 500, message: "Unknown Error" },
  serverUnavailable: { code: "010102", status: 503, message: "The server does not respond. Please try again later" },
  storageFull: {
    code: "010103",
    status: 507,
    message:
      "The server's disk is full. Nothing can be saved. Please empty the trash, which may make room, or ask the administrator to; unfinished work then goes on",
  },
  storageReadOnly: {
    code: "010104",
    status: 507,
    message:
      "The server's disk is read-only. Nothing can be saved. Please ask the administrator to make it writable; unfinished work then goes on",
  },
  storedDataDamaged: { code: "010105", status: 500, message: "Stored data are damaged. They were not used" },
  badRequest: { code: "010201", status: 400, message: "Bad request" },
  unauthorized: { code: "010301", status: 401, message: "Unauthorized" },
  permissionDenied: { code: "010302", status: 403, message: "You do not have the permission" },
  wrongCredentials: { code: "010303", status: 401, message: "Incorrect account or password" },
  accountDisabled: { code: "010304", status: 403, message: "Your account has been disabled, please contact the administrator" },
  tooManyRequests: { code: "010305", status: 429, message: "Too many requests. Please try again later" },
  csrfTokenInvalid: { code: "010306", status: 403, message: "The anti-forgery token is missing or out of date. Please reload the page" },
  userNotFound: { code: "010307", status: 404, message: "Unregistered User" },
  duplicateUsername: { code: "010308", status: 409, message: "Duplicate account name" },
  wrongPassword: { code: "010309", status: 400, message: "Wrong password" },
  passwordMismatch: { code: "010310", status: 400, message: "Password not the same." },
  invalidEmail: { code: "010311", status: 400, message: "Invalid e-mail address" },
  resetLinkInvalid: {
    code: "010312",
    status: 400,
    message: "The link to set a password is used, replaced or too old. Please ask the manager for another one",
  },
  licenceExpired: {
    code: "010313",
    status: 403,
    message: "The contract has expired and this function is restricted. Please contact customer service",
  },
  accountOwnsDatasets: {
    code: "010314",
    status: 409,
    message: "The account still owns datasets. Please delete them first, or delete them with the account",
  },
  sessionNotFound: { code: "010315", status: 404, message: "The session has ended already" },
  commonPassword: { code: "010316", status: 400, message: "The password is one of the most common ones. Please choose another one" },
  samePassword: { code: "010317", status: 400, message: "This is the present password. Please choose another one" },
  codeRequired: { code: "010318", status: 401, message: "Please enter the code of the second factor" },
  wrongCode: { code: "010319", status: 401, message: "The code is wrong, out of date or used already" },
  signOnFailed: { code: "010320", status: 401, message: "The sign-on was not completed. Please try again" },
  signOnNotAllowed: {
    code: "010321",
    status: 403,
    message: "Your account at the sign-on provider is in no group that may use this product. Please contact the administrator",
  },
  signOnNameTaken: {
    code: "010322",
    status: 409,
    message: "There is an account with your name already that is not linked with your sign-on. Please contact the administrator",
  },
  sessionOfAnother: {
    code: "010323",
    status: 401,
    message: "In another tab of this browser, another account has logged in. Log in again as yourself, or go on as that account",
  },
  datasetNotFound: { code: "010401", status: 404, message: "Dataset Access Error" },
  duplicateDatasetName: { code: "010402", status: 409, message: "Duplicate Dataset Name" },
  identifierColumn: { code: "010403", status: 400, message: "The column only names the row and cannot be used" },
  duplicateColumnName: { code: "010404", status: 400, message: "Duplicate Field Name" },
  columnName: { code: "010405", status: 400, message: "Column Name Error" },
  datasetFormat: { code: "010406", status: 400, message: "Dataset Format Error" },
  unreadableFile: { code: "010407", status: 400, message: "File Error: please check the format, or whether the file is damaged" },
  unsupportedFileExtension: {
    code: "010408",
    status: 400,
    message: "The file extension is not supported. Please upload .csv, .xlsx or .xls",
  },
  noRowsLeft: { code: "010409", status: 400, message: "Data Extraction Error: no rows are left" },
  emptyColumnName: { code: "010410", status: 400, message: "Field names cannot be empty. Please name every column before uploading again" },
  reservedColumnName: { code: "010411", status: 400, message: "Field names cannot be reserved words" },
  datasetName: { code: "010412", status: 400, message: "Dataset Name Error" },
  fileTooLarge: { code: "010413", status: 413, message: "Dataset Upload Failed: the file is too large" },
  datasetUploadFailed: { code: "010414", status: 400, message: "Dataset Upload Failed" },
  editHistoryNotFound: { code: "010415", status: 404, message: "Editing History Access Failure" },
  profilingReportNotFound: { code: "010416", status: 404, message: "Downloading data report failed: there is no report yet" },
  editTemplateNotFound: { code: "010417", status: 404, message: "The extraction template does not exist" },
  dataExtraction: { code: "010418", status: 400, message: "Data Extraction Error" },
  sourceFileMissing: { code: "010419", status: 404, message: "The uploaded file is gone from the object store. Please upload it again" },
  algorithmNotFound: { code: "010501", status: 400, message: "The algorithm does not exist" },
  duplicateModelName: { code: "010502", status: 409, message: "Model name already exist" },
  responseNotFound: { code: "010503", status: 400, message: "The prediction target is not a column of the dataset" },
  responseType: { code: "010504", status: 400, message: "The prediction target has the wrong type for this kind of model" },
  noColumnsLeft: { code: "010505", status: 400, message: "No column is left to learn from" },
  responseAmongVariables: { code: "010506", status: 400, message: "The prediction target cannot be one of the variables" },
  timeColumnCount: { code: "010507", status: 400, message: "Exactly one column of times is needed" },
  responseNotAllowed: { code: "010508", status: 400, message: "This kind of model takes no prediction target" },
  isolationForestVariables: { code: "010509", status: 400, message: "iForest needs at least one variable, and not more than it can split" },
  modelLimitReached: { code: "010510", status: 403, message: "The limit of models is reached. Please delete models, or contact us" },
  modelNotRestorable: { code: "010511", status: 409, message: "The model cannot be recovered" },
  rotationNotFound: { code: "010512", status: 400, message: "The rotation does not exist" },
  autoModelNotEnabled: { code: "010513", status: 403, message: "Automatic models are not enabled for this account" },
  modelNotFound: { code: "010514", status: 404, message: "Model Access Error" },
  modelTrainingFailed: {
    code: "010515",
    status: 400,
    message: "Model Training Failed. Please adjust the parameters or consult an adviser",
  },
  modelName: { code: "010516", status: 400, message: "Model name contains illegal characters" },
  modelNotTrained: { code: "010517", status: 409, message: "The model is not trained, or not yet" },
  calculationFailed: { code: "010518", status: 400, message: "Model Calculation Failure" },
  modelHasEmptyColumn: { code: "010519", status: 409, message: "A model with an entirely empty column cannot be enabled" },
  semilabelColumn: {
    code: "010521",
    status: 400,
    message: "The semi-labeled column must mark enough anomalies, and leave enough other rows",
  },
  modelLicenceLimitReached: {
    code: "010522",
    status: 403,
    message: "The limit of model licences is reached. Please deactivate models, or contact us",
  },
  apiTokenInvalid: { code: "010601", status: 401, message: "Token Access Error: the API does not exist" },
  apiInputInvalid: { code: "010602", status: 400, message: "The API input is not valid" },
  apiActivationLimitReached: {
    code: "010603",
    status: 403,
    message:
      "API activation limit reached. Please deactivate the currently activated API, or contact us to increase the number of API activations",
  },
  modelApiNotEnabled: { code: "010604", status: 403, message: "Model api is not enabled" },
  resultNotFound: { code: "010605", status: 404, message: "The result does not exist, or is older than 24 hours" },
  editHistoryApiNotEnabled: { code: "010606", status: 403, message: "Extraction api is not enabled" },
  evaluationNotFound: { code: "010701", status: 404, message: "Model Evaluation Error: the evaluation does not exist" },
  evaluationInputColumns: { code: "010702", status: 400, message: "The test data does not have the columns of the training data" },
  evaluationInputSemilabel: { code: "010703", status: 400, message: "The semi-labeled column of the test data does not match" },
  evaluationFailed: { code: "010704", status: 400, message: "Model Evaluation Fail" },
  evaluationInputMissing: { code: "010705", status: 409, message: "The evaluation has no test data yet. Please upload a test file first" },
  modelsNotComparable: {
    code: "010706",
    status: 400,
    message: "The models to compare must be of one kind, with the same prediction target",
  },
  modelEvaluationNotFound: { code: "010707", status: 404, message: "The evaluation of this model does not exist, or is not finished yet" },
  autoModelNotFound: { code: "010801", status: 404, message: "The automatic training does not exist" },
  autoModelTrainingFailed: { code: "010802", status: 400, message: "Model Training Failed: no model could be trained" },
  batchPredictionNotFound: { code: "010901", status: 404, message: "The batch prediction does not exist" },
  batchPredictionFailed: { code: "010902", status: 400, message: "The batch prediction failed" },
  optimizationNotFound: { code: "011001", status: 404, message: "The optimization does not exist" },
  optimizationInputNotNumeric: { code: "011002", status: 400, message: "Rules and goals of an optimization take numeric inputs only" },
  optimizationInfeasible: {
    code: "011003",
    status: 400,
    message: "The goal, bounds and constraints of the optimization cannot all be met",
  },
  databaseUnavailable: { code: "011101", status: 503, message: "The remote database does not respond" },
  dataChanged: { code: "021401", status: 409, message: "The data has changed since. Please load it again" },
} as const satisfies Record<string, { code: string; status: number; message: string }>;

type Catalogue = typeof ERROR_CATALOGUE;
type ErrorName = keyof Catalogue;
export type ErrorCode = Catalogue[ErrorName]["code"];

const entries = Object.entries(ERROR_CATALOGUE);

/** The code of each error: `ERRORS.columnName` is "010405". */
export const ERRORS = Object.fromEntries(entries.map(([name, { code }]) => [name, code])) as {
  readonly [Name in ErrorName]: Catalogue[Name]["code"];
};

/** Status and English text of each code, in the order of the codes. */
export const ERRORS_BY_CODE = Object.fromEntries(entries.map(([, { code, ...rest }]) => [code, rest])) as {
  readonly [Code in ErrorCode]: { status: number; message: string };
};

/** Returns true if the catalogue has the code. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS_BY_CODE, code);
}
