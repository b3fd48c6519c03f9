/** Figures of scikit-learn: references/enet.py makes them. */
import { ALGORITHMS } from "@agatha/contracts";
import { describeFiveSplits, describeHeldOut, type HeldOut } from "../../testing/held-out.js";
import { reference } from "../../testing/reference.js";
import { enet } from "./index.js";

const defaults = ALGORITHMS.enet.params.parse({});
const figures = reference<{ held_out: HeldOut; five_splits: HeldOut["RMSE"] }>("enet");

describeHeldOut(enet, defaults, figures.held_out);
describeFiveSplits(enet, defaults, { RMSE: figures.five_splits });
