import type { DataCheckAnswer, DatasetAnswer } from "@agatha/contracts/wire";
import CheckIcon from "@mui/icons-material/FactCheckOutlined";
import TrainIcon from "@mui/icons-material/ModelTrainingOutlined";
import ReadIcon from "@mui/icons-material/RestartAltOutlined";
import ReportIcon from "@mui/icons-material/SummarizeOutlined";
import ColumnsIcon from "@mui/icons-material/ViewColumnOutlined";
import { Box, Button, Typography } from "@mui/material";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useText } from "../i18n/use-text.js";
import { messages as readingMessages } from "../reading/messages.js";
import { ReadingDialog } from "../reading/reading-dialog.js";
import { useReadAgain } from "../reading/trouble.js";
import { fittingPath } from "../routing/addresses.js";
import { isFlagged } from "./check-flags.js";
import { useDatasetEdit } from "./dataset-edit.js";
import { messages } from "./messages.js";
import type { PanelTab } from "./panel-view.js";
import { SamplingChoice } from "./sampling-choice.js";
import type { ArrangedColumns } from "./use-columns.js";

interface ToolbarProps {
  columns: ArrangedColumns;
  check: DataCheckAnswer | undefined;
  /** The tab that is open in the panel. */
  panel: PanelTab | null;
  onPanel: (tab: PanelTab) => void;
}

export function DatasetToolbar({ columns, check, panel, onPanel }: ToolbarProps) {
  const text = useText(messages);
  const { dataset } = useDatasetEdit();
  const hidden = new Set(columns.all.filter((column) => column.hidden).map(({ name }) => name));
  const flagged = check?.check_table.filter((line) => isFlagged(line, dataset.product_type) && !hidden.has(line.name)).length ?? 0;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, pt: 1 }}>
      <SamplingChoice />
      <Button startIcon={<ColumnsIcon />} aria-expanded={panel === "columns"} onClick={() => onPanel("columns")}>
        {text("toolbar.columns")}
      </Button>
      <Button
        startIcon={<CheckIcon />}
        color={flagged > 0 ? "warning" : "primary"}
        aria-expanded={panel === "check"}
        onClick={() => onPanel("check")}
      >
        {flagged > 0 ? text("toolbar.checkFlagged", { count: flagged }) : text("toolbar.check")}
      </Button>
      <Button startIcon={<ReportIcon />} aria-expanded={panel === "report"} onClick={() => onPanel("report")}>
        {text("toolbar.report")}
      </Button>
      {dataset.format === "csv" ? <ReadDifferently dataset={dataset} /> : null}
      <Typography variant="body2" color="text.secondary" sx={{ flexGrow: 1 }}>
        {hidden.size > 0 ? text("toolbar.shown", { shown: columns.shown.length, all: columns.all.length }) : null}
      </Typography>
      <Button component={Link} to={fittingPath(dataset.id, undefined, dataset.product_type)} variant="contained" startIcon={<TrainIcon />}>
        {text("toolbar.train")}
      </Button>
    </Box>
  );
}

function ReadDifferently({ dataset }: { dataset: DatasetAnswer }) {
  const reading = useText(readingMessages);
  const readAgain = useReadAgain(dataset.id);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button startIcon={<ReadIcon />} onClick={() => setAsking(true)}>
        {reading("reread")}
      </Button>
      <ReadingDialog open={asking} name={dataset.name} onRead={(how) => void readAgain(how)} onClose={() => setAsking(false)} />
    </>
  );
}
