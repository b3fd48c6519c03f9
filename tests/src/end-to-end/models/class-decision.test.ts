/** A decision among classes is stored on a model, and what-if, batch, comparison and the prediction API answer by it, over HTTP. */
import type { ClassDecision, PredictionResult } from "@agatha/contracts";
import type { PredictionAnswer } from "@agatha/contracts/wire";
import { useAgatha } from "../testing/agatha-fixture.js";
import { waitFor } from "../testing/agatha-process.js";

const x = Array.from({ length: 160 }, (_, i) => Math.round(1000 * Math.sin(i)) / 100);
/** One row in seven has the other verdict, so that no probability is beyond doubt. */
const verdict = x.map((value, i) => (value > 5 === i % 7 > 0 ? "reject" : "accept"));
const csv = ["x,verdict", ...x.map((value, i) => `${value},${verdict[i]}`)].join("\n");
const REJECT_ALL: ClassDecision = {
  labels: ["accept", "reject"],
  costs: [
    [0, 1],
    [9, 0],
  ],
  threshold: 0,
};

describe("a decision that rejects every row", () => {
  const { client } = useAgatha();

  // @contract answers-follow-the-decision
  test("a decision that rejects every row is followed by every answer while it is stored, and by none afterwards", async () => {
    const dataset = await client.uploadDataset("Inspection.csv", csv);
    const layers = [{ nodes: [{ algorithm: "GLM" }] }];
    const request = { name: "Verdict", model_type: "CLASSIFICATION", response: "verdict", columns: ["x"], layers };
    const { id } = await client.train(dataset.id, request);
    await client.json("PATCH", "agatha/openthirdapi/update_multi/", { api_update_list: [{ model_id: id, api_enabled: true }] });
    const { api_token } = await client.api.modelApi(dataset.id, id);
    const data = [{ x: -9 }, { x: 9 }];
    const evaluation = await client.api.createEvaluation(dataset.id, { model_id_list: [id], test_dataset_id: dataset.id });
    const rejected = verdict.filter((one) => one === "reject").length / verdict.length;

    /** Waits until the comparison has this accuracy. */
    const comparisonHas = (matches: (accuracy: number) => boolean) =>
      waitFor("the comparison by the present decision", async () => {
        const { evaluation_bymodel: lines } = await client.api.evaluation(dataset.id, evaluation.id);
        const accuracy = lines[0]?.indicators.Accuracy;
        return typeof accuracy === "number" && matches(accuracy);
      });

    async function answers() {
      const whatIf = await client.api.calculate(dataset.id, id, { type: "whatif", data });
      const batch = await client.api.calculate(dataset.id, id, { type: "batch", dataset_id: dataset.id });
      const { result } = await client.waitForCalculation(dataset.id, id, batch.id);
      const { body: accepted } = await client.json<{ link: string }>("POST", "tukey/api/", { api_token, data });
      const open = (await (await fetch(accepted.link)).json()) as PredictionAnswer;
      return {
        whatIf: (whatIf.result as PredictionResult).value,
        batch: [...new Set((result as PredictionResult).value)].sort(),
        open: open.data.value,
      };
    }
    expect(await answers()).toEqual({ whatIf: ["accept", "reject"], batch: ["accept", "reject"], open: ["accept", "reject"] });
    await comparisonHas((accuracy) => accuracy > 0.8);
    await client.api.changeModel(dataset.id, id, { decision: REJECT_ALL });
    expect(await answers()).toEqual({ whatIf: ["reject", "reject"], batch: ["reject"], open: ["reject", "reject"] });
    await comparisonHas((accuracy) => Math.abs(accuracy - rejected) < 1e-9);
    await client.api.changeModel(dataset.id, id, { decision: null });
    expect(await answers()).toEqual({ whatIf: ["accept", "reject"], batch: ["accept", "reject"], open: ["accept", "reject"] });
    await comparisonHas((accuracy) => accuracy > 0.8);
  });
});
