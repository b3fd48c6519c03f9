import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "react-admin";
import { useNavigate } from "react-router-dom";
import { QUERY_KEYS } from "../api/query-keys.js";
import { datasetPath } from "./paths.js";
import type { ProductChoice } from "./products.js";

interface DatasetCreation {
  create(): Promise<{ id: string }>;
  product: ProductChoice;
  /** Notice that is shown once the server has the dataset. */
  done: string;
  onClose(): void;
}

/** Makes a dataset of what a dialog asked for, reports it, and opens the new dataset. */
export function useCreateDataset({ create, product, done, onClose }: DatasetCreation) {
  const notify = useNotify();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: create,
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: ["datasets"] });
      void queryClient.invalidateQueries({ queryKey: QUERY_KEYS.runningWork });
      notify(done);
      onClose();
      void navigate(datasetPath(id, product));
    },
  });
}
