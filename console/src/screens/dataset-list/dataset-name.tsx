import type { DatasetAnswer } from "@agatha/contracts/wire";
import EditIcon from "@mui/icons-material/EditOutlined";
import { Box, IconButton, Link, Tooltip } from "@mui/material";
import { useState } from "react";
import { Link as RouterLink } from "react-router-dom";
import { useText } from "../../i18n/use-text.js";
import { ForEditors } from "../../restrictions/for-role.js";
import { datasetPath } from "../../routing/paths.js";
import { messages } from "./messages.js";
import { RenameField } from "./rename-field.js";

/** Links to the dataset. The pencil button edits the name in place. */
export function DatasetName({ dataset }: { dataset: DatasetAnswer }) {
  const text = useText(messages);
  // False once the field was closed again: the button that opened it then has the focus.
  const [renaming, setRenaming] = useState<boolean>();
  if (renaming) return <RenameField dataset={dataset} onDone={() => setRenaming(false)} />;
  const label = text("rename.action", { name: dataset.title });
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 0.5 }}>
      <Link
        component={RouterLink}
        to={datasetPath(dataset.id, dataset.product_type)}
        underline="hover"
        sx={{ fontWeight: 600, minWidth: 0, overflowWrap: "anywhere" }}
      >
        {dataset.title}
      </Link>
      <ForEditors role={dataset.role}>
        <Tooltip title={label}>
          <IconButton size="small" autoFocus={renaming === false} aria-label={label} onClick={() => setRenaming(true)}>
            <EditIcon fontSize="inherit" />
          </IconButton>
        </Tooltip>
      </ForEditors>
    </Box>
  );
}
