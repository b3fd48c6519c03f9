import type { ManagedModelAnswer, ModelAnswer } from "@agatha/contracts/wire";
import {
  Checkbox,
  Chip,
  Link as MuiLink,
  Switch,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  TableSortLabel,
} from "@mui/material";
import { type Dispatch, memo, type SetStateAction, useCallback } from "react";
import { Link } from "react-router-dom";
import { modelState } from "../../api/model-state.js";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages as layoutMessages } from "../../layout/messages.js";
import { useModelNames } from "../../model-names/use-model-names.js";
import { ApiChip, apiRefusal } from "../../models/api-chip.js";
import { messages as fittingMessages } from "../../models/messages.js";
import { BeforeDecision } from "../../models/performance/classification/before-decision.js";
import { formatRankingMetric } from "../../models/performance/metrics/format-metric.js";
import { useQuestionText } from "../../models/use-question-text.js";
import { modelPath } from "../../routing/paths.js";
import { useSessionUser } from "../../routing/session.js";
import { messages } from "./messages.js";
import { useApiEnablement } from "./use-api-enablement.js";

export interface ModelSort {
  field: string;
  order: "ASC" | "DESC";
}

interface ModelTableProps {
  models: readonly ManagedModelAnswer[];
  sort: ModelSort;
  onSort(sort: ModelSort): void;
  editable: boolean;
  chosen: readonly string[];
  onChoose: Dispatch<SetStateAction<readonly string[]>>;
}

/** Columns with the field that they are sorted by. Metrics of different kinds have no order. */
const COLUMNS = [
  ["model", "title"],
  ["dataset", "dataset_title"],
  ["product", "product_type"],
  ["type", "model_type"],
  ["figure", null],
  ["owner", "owner_name"],
  ["status", "status"],
  ["api", "api_enabled"],
  ["calls", "api_calls"],
  ["changed", "api_update_at"],
] as const;
const NUMERIC: readonly string[] = ["figure", "calls"];

export function ModelTable({ models, sort, onSort, editable, chosen, onChoose }: ModelTableProps) {
  const text = useText(messages);
  const ready = models.filter((model) => model.status === "success").map((model) => model.id);
  const all = ready.length > 0 && ready.every((id) => chosen.includes(id));
  const toggle = useCallback(
    (id: string) => onChoose((present) => (present.includes(id) ? present.filter((other) => other !== id) : [...present, id])),
    [onChoose],
  );
  return (
    <TableContainer tabIndex={0} role="region" aria-label={text("title")}>
      <Table size="small" sx={{ minWidth: 1000 }}>
        <TableHead>
          <TableRow>
            {editable ? (
              <TableCell padding="checkbox">
                <Checkbox
                  checked={all}
                  indeterminate={chosen.length > 0 && !all}
                  onChange={() => onChoose(all ? [] : ready)}
                  slotProps={{ input: { "aria-label": text("chooseAll") } }}
                />
              </TableCell>
            ) : null}
            {COLUMNS.map(([name, field]) => (
              <TableCell key={name} align={NUMERIC.includes(name) ? "right" : "left"}>
                {field === null ? (
                  text(`column.${name}`)
                ) : (
                  <SortLabel label={text(`column.${name}`)} field={field} sort={sort} onSort={onSort} />
                )}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {models.map((model) => (
            <ModelRow key={model.id} model={model} editable={editable} chosen={chosen.includes(model.id)} onToggle={toggle} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

interface SortLabelProps extends Pick<ModelTableProps, "sort" | "onSort"> {
  label: string;
  field: string;
}

function SortLabel({ label, field, sort, onSort }: SortLabelProps) {
  const active = sort.field === field;
  return (
    <TableSortLabel
      active={active}
      direction={active && sort.order === "DESC" ? "desc" : "asc"}
      onClick={() => onSort({ field, order: active && sort.order === "ASC" ? "DESC" : "ASC" })}
    >
      {label}
    </TableSortLabel>
  );
}

interface ModelRowProps {
  model: ManagedModelAnswer;
  editable: boolean;
  chosen: boolean;
  onToggle(id: string): void;
}

/** Only rows that change are rendered again: a page has up to a thousand. */
const ModelRow = memo(function ModelRow({ model, editable, chosen, onToggle }: ModelRowProps) {
  const text = useText(messages);
  const fitting = useText(fittingMessages);
  const questionText = useQuestionText();
  const layout = useText(layoutMessages);
  const format = useFormat();
  const isManager = useSessionUser().auth === "manager";
  const ready = model.status === "success";
  return (
    <TableRow hover selected={chosen}>
      {editable ? (
        <TableCell padding="checkbox">
          <Checkbox
            checked={chosen}
            disabled={!ready}
            onChange={() => onToggle(model.id)}
            slotProps={{ input: { "aria-label": text("choose", { name: model.title }) } }}
          />
        </TableCell>
      ) : null}
      <TableCell component="th" scope="row" sx={{ minWidth: 136, overflowWrap: "anywhere" }}>
        <MuiLink component={Link} to={modelPath(model.dataset_id, model.id, model.dataset_product_type)}>
          {model.title}
        </MuiLink>
      </TableCell>
      <TableCell sx={{ minWidth: 136, overflowWrap: "anywhere" }}>{model.dataset_title}</TableCell>
      <TableCell sx={{ wordBreak: "keep-all" }}>{layout(`products.${model.dataset_product_type}`)}</TableCell>
      <TableCell>{questionText(model.model_type, model.response)}</TableCell>
      <TableCell align="right">
        <PrimaryMetric model={model} />
      </TableCell>
      <TableCell>{model.owner_name}</TableCell>
      <TableCell>{fitting(`state.${modelState(model)}`)}</TableCell>
      <TableCell>
        {isManager ? <ApiSwitch model={model} /> : <ApiState model={model} />}
        {isManager && apiRefusal(model) !== null ? <ApiChip model={model} /> : null}
      </TableCell>
      <TableCell align="right" title={model.api_last_used_at === null ? undefined : format.dateTime(model.api_last_used_at)}>
        {format.number(model.api_calls)}
      </TableCell>
      <TableCell sx={{ wordBreak: "keep-all" }}>{model.api_update_at === null ? "–" : format.dateTime(model.api_update_at)}</TableCell>
    </TableRow>
  );
});

function PrimaryMetric({ model }: { model: ModelAnswer }) {
  const format = useFormat();
  const names = useModelNames();
  return (
    <>
      {formatRankingMetric(format, model, names.metric) ?? "–"}
      <BeforeDecision model={model} />
    </>
  );
}

function ApiState({ model }: { model: ModelAnswer }) {
  const text = useText(messages);
  return model.api_enabled ? <ApiChip model={model} /> : <Chip label={text("api.off")} variant="outlined" />;
}

function ApiSwitch({ model }: { model: ModelAnswer }) {
  const text = useText(messages);
  const enabling = useApiEnablement();
  return (
    <Switch
      checked={model.api_enabled}
      disabled={model.status !== "success" || enabling.isPending}
      onChange={(_event, enabled) => enabling.mutate({ models: [model], enabled })}
      slotProps={{ input: { role: "switch", "aria-label": text("switch", { name: model.title }) } }}
    />
  );
}
