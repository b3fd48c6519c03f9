import type { Dispatch, SetStateAction } from "react";
import { useNotify } from "react-admin";
import { useText } from "../../i18n/use-text.js";
import { NOTIFICATION_DURATION } from "../../notifications/duration.js";
import { useUndoableNotification } from "../../notifications/use-undoable-notification.js";
import { messages } from "../messages.js";
import type { ModelDraft } from "./draft.js";
import { DEFAULT_LAYERS, type Layers, removeLayer, resetLayer } from "./layers.js";

export interface LayerActions {
  setLayers(layers: Layers): void;
  removeLayer(layer: number): void;
  resetLayer(layer: number): void;
  resetModel(): void;
}

/** Edits the layers of a draft. Removals show a notification with an undo. */
export function useLayerActions(layers: Layers, onDraft: Dispatch<SetStateAction<ModelDraft>>): LayerActions {
  const text = useText(messages);
  const notify = useNotify();
  const notifyUndoable = useUndoableNotification();
  const setLayers = (next: Layers) => onDraft((now) => ({ ...now, layers: next }));
  const { standard, undoable } = NOTIFICATION_DURATION;
  return {
    setLayers,
    removeLayer(layer) {
      setLayers(removeLayer(layers, layer));
      notifyUndoable({ message: text("create.layers.removed"), undo: () => setLayers(layers), duration: standard });
    },
    resetLayer(layer) {
      setLayers(resetLayer(layers, layer));
      notifyUndoable({ message: text("create.layers.layerReset"), undo: () => setLayers(layers), duration: standard });
    },
    resetModel() {
      const restore = () => {
        setLayers(layers);
        notify(text("create.layers.modelRestored"), { type: "info" });
      };
      setLayers(DEFAULT_LAYERS);
      notifyUndoable({ message: text("create.layers.modelReset"), undo: restore, duration: undoable });
    },
  };
}
