import type { Dispatch, SetStateAction } from "react";
import { useNotify } from "react-admin";
import { useText } from "../../i18n/use-text.js";
import { NOTIFICATION_DURATION } from "../../notifications/duration.js";
import { useUndoableNotice } from "../../notifications/use-undoable-notice.js";
import { messages } from "../messages.js";
import type { Draft } from "./draft.js";
import { type Layers, ONE_METHOD, withLayerReset, withoutLayer } from "./layers.js";

export interface LayerEdits {
  change(layers: Layers): void;
  removeLayer(layer: number): void;
  resetLayer(layer: number): void;
  resetModel(): void;
}

/** Changes the layers of a draft; what takes something away is told, and can be taken back. */
export function useLayerEdits(layers: Layers, onDraft: Dispatch<SetStateAction<Draft>>): LayerEdits {
  const text = useText(messages);
  const notify = useNotify();
  const tell = useUndoableNotice();
  const change = (next: Layers) => onDraft((now) => ({ ...now, layers: next }));
  const { standard, recovery } = NOTIFICATION_DURATION;
  return {
    change,
    removeLayer(layer) {
      change(withoutLayer(layers, layer));
      tell({ message: text("create.layers.removed"), undo: () => change(layers), duration: standard });
    },
    resetLayer(layer) {
      change(withLayerReset(layers, layer));
      tell({ message: text("create.layers.layerReset"), undo: () => change(layers), duration: standard });
    },
    resetModel() {
      const restore = () => {
        change(layers);
        notify(text("create.layers.modelRestored"), { type: "info" });
      };
      change(ONE_METHOD);
      tell({ message: text("create.layers.modelReset"), undo: restore, duration: recovery });
    },
  };
}
