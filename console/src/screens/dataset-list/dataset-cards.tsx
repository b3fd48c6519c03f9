import type { DatasetAnswer } from "@agatha/contracts/wire";
import { Box, Typography } from "@mui/material";
import { DatasetReadError } from "../../csv-dialect/dataset-read-error.js";
import { messages as datasetFacts } from "../../dataset-facts/messages.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { DatasetStateChip } from "../../layout/dataset-state-chip.js";
import { messages as layoutMessages } from "../../layout/messages.js";
import { SharingChip } from "../../sharing/sharing-chip.js";
import { DatasetName } from "./dataset-name.js";
import { DeleteButton } from "./delete-button.js";

/** Cards that replace the table on narrow screens. */
export function DatasetCards({ datasets }: { datasets: DatasetAnswer[] }) {
  return (
    <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
      {datasets.map((dataset) => (
        <DatasetCard key={dataset.id} dataset={dataset} />
      ))}
    </Box>
  );
}

function DatasetCard({ dataset }: { dataset: DatasetAnswer }) {
  const layout = useText(layoutMessages);
  const text = useText(datasetFacts);
  const format = useFormat();
  const { product_type, total_rows, column_count, owner_name, updated_at, status, reason } = dataset;
  const facts = [layout(`products.${product_type}`)];
  if (total_rows !== null) facts.push(text("rows", { count: total_rows, rows: format.number(total_rows) }));
  if (column_count !== null) facts.push(text("columns", { count: column_count }));
  facts.push(owner_name, format.ago(updated_at, Date.now()));
  return (
    <Box component="li" sx={{ px: 2, py: 1, borderTop: 1, borderColor: "divider", display: "grid", gap: 0.5 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <DatasetName dataset={dataset} />
        </Box>
        <DatasetStateChip status={status} />
        <DeleteButton dataset={dataset} />
      </Box>
      <Typography variant="body2" color="text.secondary" component="div">
        {facts.join(" · ")}
        <SharingChip dataset={dataset} />
      </Typography>
      {reason ? <DatasetReadError dataset={dataset} /> : null}
    </Box>
  );
}
