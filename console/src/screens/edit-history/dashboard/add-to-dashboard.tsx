import AddIcon from "@mui/icons-material/DashboardCustomizeOutlined";
import { Button } from "@mui/material";
import { useNotify } from "react-admin";
import { useText } from "../../../i18n/use-text.js";
import { ForEditors } from "../../../restrictions/for-role.js";
import type { ChartChoice } from "../charts/chart-choice.js";
import { messages } from "../messages.js";
import { useDashboard } from "./use-dashboard.js";

/** Saves the chart that is shown on the dataset's dashboard. */
export function AddToDashboard({ datasetId, choice }: { datasetId: string; choice: ChartChoice }) {
  const text = useText(messages);
  const notify = useNotify();
  const { change, isChanging } = useDashboard(datasetId);
  const { kind, x, y, by } = choice;
  const save = () => {
    const columns = { ...(x && { x: x.name }), ...(y && { y: y.name }), ...(by && { by: by.name }) };
    // The time tells charts apart. Random ids need a secure context, which plain HTTP is not.
    const chart = { id: `c${Date.now().toString(36)}`, title: "", kind, ...columns };
    change((charts) => [...charts, chart], { onSuccess: () => notify(text("dashboard.added"), { type: "info" }) });
  };
  return (
    <ForEditors>
      <Button startIcon={<AddIcon />} loading={isChanging} onClick={save}>
        {text("dashboard.add")}
      </Button>
    </ForEditors>
  );
}
