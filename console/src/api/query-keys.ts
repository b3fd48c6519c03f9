/** Query keys of the cache. Socket events invalidate the cache by the same keys. */
export const QUERY_KEYS = {
  user: ["user"] as const,
  sessions: ["sessions"] as const,
  textEdits: ["text-edits"] as const,
  users: ["users"] as const,
  audit: ["audit"] as const,
  dataset: (id: string) => ["dataset", id] as const,
  /** Separate from the dataset's own key: rows change only with the read options, which are part of the rows' key. */
  rows: (id: string) => ["rows", id] as const,
  dataCheck: (id: string) => ["dataset", id, "check"] as const,
  profiling: (id: string) => ["dataset", id, "profiling"] as const,
  leakage: (id: string, response: string, type: string) => ["dataset", id, "leakage", response, type] as const,
  series: (id: string, wanted: object) => ["dataset", id, "series", wanted] as const,
  /** Entries of the dataset's edit history. */
  editHistory: (id: string) => ["dataset", id, "extractions"] as const,
  shares: (id: string) => ["dataset", id, "shares"] as const,
  dashboard: (id: string) => ["dataset", id, "dashboard"] as const,
  editTemplates: ["extraction_templates"] as const,
  evaluations: (datasetId: string) => ["dataset", datasetId, "evaluations"] as const,
  evaluation: (id: string) => ["evaluation", id] as const,
  /** Separate from the comparison's own key: predictions stay the same while the list of models or the limit changes. */
  evaluationPredictions: (id: string) => ["evaluation rows", id] as const,
  models: (datasetId: string) => ["dataset", datasetId, "models"] as const,
  automaticTrainings: (datasetId: string) => ["dataset", datasetId, "automodels"] as const,
  automaticTraining: (datasetId: string, id: string) => ["dataset", datasetId, "automodels", id] as const,
  model: (id: string) => ["model", id] as const,
  responseCurves: (modelId: string) => ["model", modelId, "response curves"] as const,
  calculations: (modelId: string) => ["model", modelId, "calcs"] as const,
  runningWork: ["running"] as const,
  trash: ["trash"] as const,
};
