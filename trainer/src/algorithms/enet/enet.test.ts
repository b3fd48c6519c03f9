/** Figures of scikit-learn: references/enet.py makes them. */
import { ALGORITHMS } from "@agatha/contracts";
import { describeHeldOut, type HeldOut } from "../../testing/held-out.js";
import { reference } from "../../testing/reference.js";
import { enet } from "./index.js";

describeHeldOut(enet, ALGORITHMS.enet.params.parse({}), reference<{ held_out: HeldOut }>("enet").held_out);
