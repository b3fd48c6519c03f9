import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Box, Typography } from "@mui/material";
import type { HTMLAttributes, Key } from "react";
import { useDatasetFacts } from "./use-dataset-facts.js";

/** Renders a dataset in the list of an Autocomplete: its title, and what distinguishes it from others with that title. */
export function renderDatasetOption({ key, ...props }: HTMLAttributes<HTMLLIElement> & { key: Key }, dataset: DatasetAnswer) {
  return (
    <li key={key} {...props}>
      <DatasetOption dataset={dataset} />
    </li>
  );
}

function DatasetOption({ dataset }: { dataset: DatasetAnswer }) {
  const factsOf = useDatasetFacts();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography noWrap>{dataset.title}</Typography>
      <Typography variant="body2" color="text.secondary">
        {factsOf(dataset)}
      </Typography>
    </Box>
  );
}
