/** Tables of vega-datasets and of the folder TEST_DATA, and requests of models that learn from them. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dataFolderPath, vegaDatasetPath } from "../../../testing/dataset-files.js";
import { modelRequest } from "../../../testing/train-on-table.js";

export const weather = readFileSync(vegaDatasetPath("seattle-weather.csv"), "utf8");

export const columns = ["precipitation", "temp_min", "wind"];
export const warmth = modelRequest("REGRESSION", "GLM", { response: "temp_max", columns });
export const sort = modelRequest("CLASSIFICATION", "GLM", { response: "weather", columns });
/** Rows of which the column `anomaly` marks the anomalies, and no other rows. */
export const cardio = async () => (await readFile(dataFolderPath("anomaly-cardio.csv"), "utf8")).replace(/,no$/gm, ",");
export const detector = modelRequest("OCC", "iForest", { semilabel: "anomaly" });
