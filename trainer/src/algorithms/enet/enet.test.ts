/** references/enet.py computes the figures with scikit-learn. */
import { ALGORITHMS } from "@agatha/contracts";
import { describeAgainstPeer, describeAgainstPeerOverSplits, type PeerFigures } from "../../testing/peer-comparison.js";
import { referenceFigures } from "../../testing/reference-figures.js";
import { enet } from "./index.js";

const defaults = ALGORITHMS.enet.params.parse({});
const figures = referenceFigures<{ held_out: PeerFigures; five_splits: PeerFigures["RMSE"] }>("enet");

describeAgainstPeer(enet, defaults, figures.held_out);
describeAgainstPeerOverSplits(enet, defaults, { RMSE: figures.five_splits });
