import type { ModelInfo, PartialDependence } from "@agatha/contracts";
import { Box, TextField } from "@mui/material";
import { useCallback, useMemo, useState } from "react";
import { Chart } from "../../../charts/chart.js";
import { axisOption, type ChartTheme } from "../../../charts/chart-theme.js";
import { formatTime } from "../../../i18n/format.js";
import { joinSentences } from "../../../i18n/join-sentences.js";
import { useText } from "../../../i18n/use-text.js";
import { useInputName } from "../../../model-names/use-input-name.js";
import { messages } from "../../messages.js";
import { drawnCurves, individualCurves } from "./partial-dependence.js";

/** Partial dependence of one of the most important inputs: a line over numbers and times, bars for levels. */
export function PartialDependenceChart({ info }: { info: ModelInfo }) {
  const text = useText(messages);
  const inputName = useInputName(info);
  const all = info.partial_dependence ?? [];
  const [chosen, setChosen] = useState(all[0]?.column);
  const [chosenClass, setChosenClass] = useState<string | null>(null);
  const found = all.find(({ column }) => column === chosen);
  const isTime = info.inputs.some(({ name, type }) => name === chosen && type === "d");
  const name = inputName(chosen ?? "");
  const labels = useMemo(() => (found?.curves ?? []).flatMap(({ label }) => label ?? []), [found]);
  const drawn = useMemo(() => drawnCurves(found?.curves ?? [], chosenClass), [found, chosenClass]);
  const answer = useAnswerName(info, drawn);
  const option = useCallback(
    (chartTheme: ChartTheme) => curvesOption(chartTheme, { grid: found?.grid ?? [], drawn, labels, name, answer, isTime }),
    [found, drawn, labels, name, answer, isTime],
  );
  if (!found) return null;
  const isNumeric = found.grid.every((value) => typeof value === "number");
  const hasIndividual = isNumeric && individualCurves(drawn).length > 0;
  const title = text("partialDependence.title", { column: name });
  return (
    <>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mb: 1 }}>
        <TextField
          select
          label={text("partialDependence.input")}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          slotProps={{ select: { native: true } }}
          sx={{ maxWidth: "100%" }}
        >
          {all.map(({ column }) => (
            <option key={column} value={column}>
              {inputName(column)}
            </option>
          ))}
        </TextField>
        {labels.length > 2 ? (
          <TextField
            select
            label={text("partialDependence.class")}
            value={chosenClass ?? ""}
            onChange={(event) => setChosenClass(event.target.value || null)}
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
            sx={{ maxWidth: "100%" }}
          >
            <option value="">{text("partialDependence.allClasses")}</option>
            {labels.map((label) => (
              <option key={label} value={label}>
                {label}
              </option>
            ))}
          </TextField>
        ) : null}
      </Box>
      <Chart
        title={title}
        summary={text("partialDependence.hint")}
        option={option}
        height={300}
        table={{
          columns: [name, ...found.curves.map(({ label }) => label ?? answer)],
          rows: found.grid.map((value, at) => [
            isTime && typeof value === "number" ? formatTime(new Date(value).toISOString()) : value,
            ...found.curves.map(({ values }) => values[at] ?? null),
          ]),
        }}
        note={joinSentences(
          text("partialDependence.hint"),
          hasIndividual && text("partialDependence.individual"),
          drawn.length > 1 && isNumeric && text("partialDependence.chooseClass"),
        )}
      />
    </>
  );
}

interface DrawnDependence {
  grid: PartialDependence["grid"];
  drawn: PartialDependence["curves"];
  /** Labels of all classes, drawn or not. */
  labels: readonly string[];
  /** Names of the input and of the answer. */
  name: string;
  answer: string;
  isTime: boolean;
}

/** Returns the option of the chart: bars where the input has levels, else lines, beside thin ones of single rows. */
function curvesOption(chartTheme: ChartTheme, { grid, drawn, labels, name, answer, isTime }: DrawnDependence) {
  const levels = grid.some((value) => typeof value === "string") ? grid.map(String) : null;
  const colorOf = (label: string | null) =>
    labels.length > 2 && label !== null
      ? chartTheme.data.groups[labels.indexOf(label) % chartTheme.data.groups.length]
      : chartTheme.data.predicted;
  return {
    grid: { left: 40, right: 24, top: drawn.length > 1 ? 40 : 16, bottom: 40, containLabel: true },
    legend: { show: drawn.length > 1, type: "scroll", top: 4, left: 0, textStyle: { color: chartTheme.text } },
    tooltip: { trigger: "axis" },
    xAxis: levels
      ? levelAxis(chartTheme, name, levels)
      : axisOption(chartTheme, "x", { name, scale: true, type: isTime ? "time" : "value" }),
    yAxis: axisOption(chartTheme, "y", { name: answer, scale: levels === null }),
    series: [
      ...(levels ? [] : individualCurves(drawn)).map((values) => ({
        type: "line",
        silent: true,
        showSymbol: false,
        tooltip: { show: false },
        lineStyle: { color: colorOf(drawn[0]?.label ?? null), width: 1, opacity: 0.2 },
        data: values.map((value, at) => [grid[at], value]),
      })),
      ...drawn.map(({ label, values }) => ({
        type: levels ? "bar" : "line",
        name: label ?? answer,
        showSymbol: false,
        data: values.map((value, at) => (levels ? value : [grid[at], value])),
        itemStyle: { color: colorOf(label) },
      })),
    ],
  };
}

/** Characters of all levels that fit beside each other. */
const MAX_LEVEL_CHARACTERS = 30;
/** Length of a level's slanted name in pixels. */
const LEVEL_WIDTH = 90;
/** Axis of which every level has its name, slanted where several would not fit beside each other. */
function levelAxis(chartTheme: ChartTheme, name: string, levels: string[]) {
  const axis = axisOption(chartTheme, "x", { name, scale: true, type: "category", data: levels });
  const isSlanted = levels.join("").length > MAX_LEVEL_CHARACTERS;
  if (!isSlanted) return axis;
  const label = { ...axis.axisLabel, hideOverlap: false, interval: 0, rotate: 40, width: LEVEL_WIDTH, overflow: "truncate" };
  return { ...axis, axisLabel: label, nameGap: 76 };
}

/** Returns what the curves are of: the number, the score, or the probability of one class or of each. */
function useAnswerName({ type, response }: ModelInfo, drawn: PartialDependence["curves"]): string {
  const text = useText(messages);
  const [only] = drawn;
  if (type === "OCC") return text("outlier.score");
  if (type !== "CLASSIFICATION") return response ?? "";
  return drawn.length === 1 && only?.label != null
    ? text("partialDependence.probabilityOf", { label: only.label })
    : text("partialDependence.probability");
}
