/** Keys of what is kept of the server's answers. Events of the socket make them stale by the same keys. */
export const QUERY_KEYS = {
  user: ["user"] as const,
  dataset: (id: string) => ["dataset", id] as const,
  /** Apart from the dataset's own: rows change only with what they are read by, which is part of their key. */
  rows: (id: string) => ["rows", id] as const,
  dataCheck: (id: string) => ["dataset", id, "check"] as const,
  profiling: (id: string) => ["dataset", id, "profiling"] as const,
  leakage: (id: string, response: string, type: string) => ["dataset", id, "leakage", response, type] as const,
  /** The entries of its edit history. */
  editHistory: (id: string) => ["dataset", id, "extractions"] as const,
  editTemplates: ["extraction_templates"] as const,
  evaluations: (datasetId: string) => ["dataset", datasetId, "evaluations"] as const,
  evaluation: (id: string) => ["evaluation", id] as const,
  /** Apart from the comparison itself: they stay while its list of models or its limit changes. */
  evaluationPredictions: (id: string) => ["evaluation rows", id] as const,
  models: (datasetId: string) => ["dataset", datasetId, "models"] as const,
  automaticTrainings: (datasetId: string) => ["dataset", datasetId, "automodels"] as const,
  automaticTraining: (datasetId: string, id: string) => ["dataset", datasetId, "automodels", id] as const,
  model: (id: string) => ["model", id] as const,
  calculations: (modelId: string) => ["model", modelId, "calcs"] as const,
  runningWork: ["running"] as const,
};
