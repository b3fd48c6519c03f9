import type { TrashItem } from "@agatha/contracts/wire";
import PurgeIcon from "@mui/icons-material/DeleteForeverOutlined";
import RestoreIcon from "@mui/icons-material/RestoreFromTrashOutlined";
import { Button, IconButton, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Tooltip, Typography } from "@mui/material";
import { useFormat } from "../../i18n/use-format.js";
import { useText } from "../../i18n/use-text.js";
import { ForOwner } from "../../restrictions/for-role.js";
import { messages } from "./messages.js";
import { usePurge } from "./use-purge.js";
import { useRestoration } from "./use-restoration.js";

/** On a phone the kind, the dataset and the owner of what is not one's own stand below the name. */
const WIDE = { kind: true, dataset: true, owner: true, until: true };
const WIDE_ONLY = { display: { xs: "none", md: "table-cell" } };

/** The items of the trash, in the order given. */
export function TrashTable({ items }: { items: readonly TrashItem[] }) {
  const text = useText(messages);
  return (
    <TableContainer tabIndex={0} role="region" aria-label={text("table")}>
      <Table size="small" sx={{ "& .MuiTableCell-root": { px: { xs: 1, md: 2 } } }}>
        <TableHead>
          <TableRow>
            {(["name", "kind", "dataset", "owner", "deleted", "until", "actions"] as const).map((key) => (
              <TableCell key={key} sx={key in WIDE ? WIDE_ONLY : undefined}>
                {text(key)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <TrashRow key={`${item.kind} ${item.id}`} item={item} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function TrashRow({ item }: { item: TrashItem }) {
  const text = useText(messages);
  const format = useFormat();
  const restoration = useRestoration(item);
  const purge = usePurge(item);
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ fontWeight: 600, overflowWrap: "anywhere", minWidth: 116 }}>
        {item.title}
        <Typography variant="body2" color="text.secondary" sx={{ display: { md: "none" } }}>
          {[text(`kinds.${item.kind}`), item.dataset_title, item.role === "owner" ? null : item.owner_name].filter(Boolean).join(" · ")}
        </Typography>
      </TableCell>
      <TableCell sx={WIDE_ONLY}>{text(`kinds.${item.kind}`)}</TableCell>
      <TableCell sx={WIDE_ONLY}>{item.dataset_title ?? "–"}</TableCell>
      <TableCell sx={WIDE_ONLY}>{item.owner_name}</TableCell>
      <TableCell sx={{ wordBreak: "keep-all" }}>{format.dateTime(item.deleted_at)}</TableCell>
      <TableCell sx={WIDE_ONLY}>{format.dateTime(item.restorable_until)}</TableCell>
      <TableCell sx={{ whiteSpace: "nowrap" }}>
        <Button
          size="small"
          startIcon={<RestoreIcon />}
          aria-label={text("restoreOne", { name: item.title })}
          loading={restoration.isPending}
          onClick={() => restoration.mutate()}
        >
          {text("restore")}
        </Button>
        <ForOwner role={item.role}>
          <Tooltip title={text("purge.one", { name: item.title })}>
            <IconButton size="small" aria-label={text("purge.one", { name: item.title })} loading={purge.isPending} onClick={purge.ask}>
              <PurgeIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        </ForOwner>
      </TableCell>
    </TableRow>
  );
}
