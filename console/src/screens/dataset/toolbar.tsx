import type { ProductType } from "@agatha/contracts";
import type { DataCheckAnswer } from "@agatha/contracts/wire";
import CheckIcon from "@mui/icons-material/FactCheckOutlined";
import TrainIcon from "@mui/icons-material/ModelTrainingOutlined";
import ReadIcon from "@mui/icons-material/RestartAltOutlined";
import ReportIcon from "@mui/icons-material/SummarizeOutlined";
import ColumnsIcon from "@mui/icons-material/ViewColumnOutlined";
import { Box, Button, Typography } from "@mui/material";
import { useReparseDataset } from "../../csv-dialect/dataset-read-error.js";
import { useDatasetSource } from "../../csv-dialect/read-source.js";
import { ReparseButton } from "../../csv-dialect/reparse-button.js";
import { useText } from "../../i18n/use-text.js";
import { EditorsLink } from "../../restrictions/editors-link.js";
import { ForEditors } from "../../restrictions/for-role.js";
import { modelPath, NEW_MODEL } from "../../routing/paths.js";
import type { OrderedColumns } from "./columns/use-column-order.js";
import { columnsToLookAt } from "./data-check/column-flags.js";
import { useDatasetUpdate } from "./dataset-update.js";
import { messages } from "./messages.js";
import type { PanelTab } from "./panel-view.js";
import { SamplingField } from "./sampling/sampling-field.js";
import { SheetField } from "./sheet-field.js";

interface ToolbarProps {
  columns: OrderedColumns;
  check: DataCheckAnswer | undefined;
  /** Tab that is open in the panel. */
  panel: PanelTab | null;
  onPanel: (tab: PanelTab) => void;
}

/** Rows that stay on a phone when the data check arrives and its button grows: a new line would push the rows of the table down. */
const PHONE_GRID = {
  gridTemplateColumns: "auto minmax(0, 1fr)",
  justifyItems: "start",
  "& > .MuiFormControl-root, & > p, & > :last-child": { gridColumn: "1 / -1" },
} as const;

export function DatasetToolbar({ columns, check, panel, onPanel }: ToolbarProps) {
  const text = useText(messages);
  const { dataset } = useDatasetUpdate();
  const reparse = useReparseDataset(dataset.id);
  const source = useDatasetSource(dataset);
  const hidden = new Set(columns.all.filter((column) => column.hidden).map(({ name }) => name));
  const toLookAt = check ? numberToLookAt(check, dataset.product_type, hidden) : 0;
  return (
    <Box sx={{ display: { xs: "grid", sm: "flex" }, ...PHONE_GRID, flexWrap: "wrap", alignItems: "center", gap: 1, pt: 1 }}>
      <SheetField />
      <SamplingField />
      <Button startIcon={<ColumnsIcon />} aria-expanded={panel === "columns"} onClick={() => onPanel("columns")}>
        {text("toolbar.columns")}
      </Button>
      <Button
        startIcon={<CheckIcon />}
        color={toLookAt > 0 ? "warning" : "primary"}
        aria-expanded={panel === "check"}
        onClick={() => onPanel("check")}
      >
        {toLookAt > 0 ? text("toolbar.checkFlagged", { count: toLookAt }) : text("toolbar.check")}
      </Button>
      <Button startIcon={<ReportIcon />} aria-expanded={panel === "report"} onClick={() => onPanel("report")}>
        {text("toolbar.report")}
      </Button>
      <ForEditors>
        <ReparseButton source={source} startIcon={<ReadIcon />} onSubmit={(options) => void reparse(options)} />
      </ForEditors>
      <Typography
        variant="body2"
        color="text.secondary"
        sx={{ flexGrow: 1, display: { xs: hidden.size > 0 ? "block" : "none", sm: "block" } }}
      >
        {hidden.size > 0 ? text("toolbar.shown", { shown: columns.visible.length, all: columns.all.length }) : null}
      </Typography>
      <EditorsLink to={modelPath(dataset.id, NEW_MODEL, dataset.product_type)} variant="contained" startIcon={<TrainIcon />}>
        {text("toolbar.train")}
      </EditorsLink>
    </Box>
  );
}

/** Counts the columns in use and the findings about rows that the panel lists under "To look at". */
function numberToLookAt(check: DataCheckAnswer, product: ProductType, hidden: ReadonlySet<string>): number {
  const aboutRows = check.findings?.filter(({ column }) => column === undefined) ?? [];
  return columnsToLookAt(check, product).filter(({ name }) => !hidden.has(name)).length + aboutRows.length;
}
