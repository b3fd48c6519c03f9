import type { UserAnswer } from "@agatha/contracts/wire";
import { Box, Chip, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from "@mui/material";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { messages as layoutMessages } from "../../layout/messages.js";
import { type Limit, limitsOf } from "./limits.js";
import { messages } from "./messages.js";

/** Each limit beside what is used of it. */
export function LimitTable({ user }: { user: UserAnswer }) {
  const text = useText(messages);
  const layout = useText(layoutMessages);
  const { models, licences, apis } = limitsOf(user);
  const rows = [
    { name: text("limits.models"), ...models },
    { name: text("limits.licences"), ...licences },
    ...apis.map(({ product, ...limit }) => ({ name: text("limits.apis", { product: layout(`products.${product}`) }), ...limit })),
  ];
  return (
    <TableContainer>
      <Table size="small" sx={{ "& th, & td": { px: { xs: 0.75, sm: 2 } } }}>
        <TableHead>
          <TableRow>
            <TableCell>{text("limits.what")}</TableCell>
            <TableCell align="right">{text("limits.used")}</TableCell>
            <TableCell align="right">{text("limits.limit")}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <LimitRow key={row.name} {...row} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function LimitRow({ name, used, reserved = 0, limit }: { name: string } & Limit) {
  const text = useText(messages);
  const format = useFormat();
  const limited = limit !== null && limit >= 0;
  const full = limited && used + reserved >= limit;
  const shownLimit = limit === null ? text("limits.notIncluded") : limit < 0 ? text("limits.unlimited") : format.number(limit);
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {name}
      </TableCell>
      <TableCell align="right">
        {format.number(used)}
        {limited && reserved > 0 ? (
          <Typography variant="body2" color="text.secondary">
            {text("limits.reserved", { reserved: format.number(reserved) })}
          </Typography>
        ) : null}
      </TableCell>
      <TableCell align="right">
        {/* Narrow screens show the chip above the number, so that the table fits. */}
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, justifyContent: "flex-end", alignItems: "center" }}>
          {full ? <Chip size="small" color="warning" label={text("limits.full")} /> : null}
          {shownLimit}
        </Box>
      </TableCell>
    </TableRow>
  );
}
