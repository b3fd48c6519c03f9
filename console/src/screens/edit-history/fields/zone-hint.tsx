import { Typography } from "@mui/material";
import { useText } from "../../../i18n/use-text.js";
import { messages } from "../messages.js";
import type { FieldsProps } from "./fields-props.js";

/** Says in which time zone a step counts the days and hours of its times, if it is not that of the table. */
export function ZoneHint({ columns, timezone }: Pick<FieldsProps<unknown>, "columns" | "timezone">) {
  const text = useText(messages);
  if (timezone === "UTC" || columns.every(({ type }) => type !== "d")) return null;
  return (
    <Typography variant="caption" color="text.secondary">
      {text("step.zone", { zone: timezone })}
    </Typography>
  );
}
