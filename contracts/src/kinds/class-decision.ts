import { z } from "zod";
import { withCelRules } from "./meta.js";

/** Most classes of a stored decision. */
const MAX_DECISION_CLASSES = 100;

const isSquare = (costs: readonly unknown[][], size: number) => costs.length === size && costs.every((row) => row.length === size);

/** How a class is chosen from the probabilities of all classes. */
export const classDecision = withCelRules(
  z
    .object({
      labels: z.array(z.string().max(512)).min(2).max(MAX_DECISION_CLASSES).describe("The model's classes, in the model's order."),
      costs: z
        .array(z.array(z.number()).min(2).max(MAX_DECISION_CLASSES))
        .min(2)
        .max(MAX_DECISION_CLASSES)
        .describe("Cost of each answer: a row for each actual class, with a number for each predicted class, both in the order of labels."),
      threshold: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .describe(
          "Two classes: the answer is the second from this probability of it upwards. Without it, the answer is the class of least expected cost.",
        ),
    })
    .refine(({ labels, costs }) => isSquare(costs, labels.length), {
      path: ["costs"],
      message: "Must have a row for each class, with a number for each class",
    })
    .refine(({ labels, threshold }) => threshold === undefined || labels.length === 2, {
      path: ["threshold"],
      message: "Is for two classes: leave it out, and the costs decide",
    }),
  {
    rule: "self.costs.size() == self.labels.size() && self.costs.all(row, row.size() == self.labels.size())",
    message: "Must have a row for each class, with a number for each class",
    fieldPath: ".costs",
  },
  {
    rule: "!has(self.threshold) || self.labels.size() == 2",
    message: "Is for two classes: leave it out, and the costs decide",
    fieldPath: ".threshold",
  },
).describe("How the model's answer is chosen from the probabilities of the classes; the likeliest class when left out.");
export type ClassDecision = z.infer<typeof classDecision>;
