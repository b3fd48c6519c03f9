/** Manifests as an administrator writes them for kubectl. */

/** Returns a Model, a regression of the cars' consumption unless the spec says otherwise. */
export function modelManifest(name: string, datasetRef: string, owner: string, spec: object = {}) {
  return {
    apiVersion: "agatha.dev/v1beta1",
    kind: "Model",
    metadata: { name },
    spec: {
      displayName: "Applied",
      owner,
      datasetRef,
      type: "REGRESSION",
      response: "Miles_per_Gallon",
      columns: ["Cylinders", "Weight_in_lbs"],
      layers: [{ nodes: [{ algorithm: "GLM" }] }],
      ...spec,
    },
  };
}

/** Returns a table of this length and width: numeric columns, and a column y that follows from the first. */
export function numericCsv(rows: number, columns: number): string {
  const names = Array.from({ length: columns }, (_, column) => `x${column}`);
  let state = 1;
  const next = () => {
    // Lehmer's generator by Park and Miller (1988).
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const lines = Array.from({ length: rows }, () => {
    const x = names.map(() => Math.round(next() * 1e4) / 1e4);
    const y = 10 * x[0]! * x[1]! + 5 * x[2]! ** 2 + 3 * x[3]! + next();
    return [...x, y.toFixed(4)].join(",");
  });
  return [[...names, "y"].join(","), ...lines].join("\n");
}
