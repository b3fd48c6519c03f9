import type { TextEncoding } from "@agatha/contracts";
import type { DatasetAnswer } from "@agatha/contracts/wire";
import DownloadIcon from "@mui/icons-material/DownloadOutlined";
import { Button, Menu, MenuItem } from "@mui/material";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify } from "react-admin";
import { useApi } from "../../api/services.js";
import { downloadFile } from "../../charts/download.js";
import { ENCODINGS } from "../../csv-dialect/encodings.js";
import { useText } from "../../i18n/use-text.js";
import { useFailureText } from "../../notifications/use-failure-text.js";
import { downloadEditedRows, RowsNotReady } from "./edited-rows.js";
import { messages } from "./messages.js";

const ENCODING_CHOICES = Object.keys(ENCODINGS) as TextEncoding[];

/** Downloads the rows after the steps as a compressed CSV file in a chosen encoding. */
export function DownloadRows({ dataset }: { dataset: DatasetAnswer }) {
  const text = useText(messages);
  const api = useApi();
  const notify = useNotify();
  const failureText = useFailureText();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const fetching = useMutation({
    mutationFn: async (encoding: TextEncoding) =>
      downloadFile(`${dataset.title}.csv.gz`, await downloadEditedRows(api, dataset.id, encoding)),
    onError: (error) =>
      error instanceof RowsNotReady
        ? notify(text("rowsNotReady"), { type: "warning" })
        : notify(failureText("download", error), { type: "error" }),
  });
  return (
    <>
      <Button
        startIcon={<DownloadIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        loading={fetching.isPending}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {text("download")}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {ENCODING_CHOICES.map((encoding) => (
          <MenuItem
            key={encoding}
            onClick={() => {
              setAnchor(null);
              fetching.mutate(encoding);
            }}
          >
            {ENCODINGS[encoding]}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
