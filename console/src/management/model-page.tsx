import type { ModelAnswer } from "@agatha/contracts/wire";
import { Box, Button, FormControlLabel, MenuItem, Paper, Switch, TextField, Typography } from "@mui/material";
import { type ReactNode, useState } from "react";
import { useGetList } from "react-admin";
import { Link } from "react-router-dom";
import { useUser } from "../api/queries.js";
import { MODEL_LIST_STALE_TIME } from "../api/timings.js";
import { EmptyState } from "../feedback/empty-state.js";
import { Failure } from "../feedback/failure.js";
import { Loading } from "../feedback/loading.js";
import { useText } from "../i18n/use-text.js";
import { messages as layoutMessages } from "../layout/messages.js";
import { uploadPath } from "../routing/paths.js";
import { PRODUCTS, type ProductChoice } from "../routing/products.js";
import { useSessionUser } from "../routing/session.js";
import { BulkActionsToolbar } from "./bulk-actions-toolbar.js";
import { messages } from "./messages.js";
import { ModelTable } from "./model-table.js";

interface ModelPageProps {
  editable: boolean;
  action: ReactNode;
  children?: ReactNode;
}

/** Number of models listed at once. The search narrows the list. */
const FIRST_PAGE = { page: 1, perPage: 500 };

/** All models that the user may see, by product and name, with the number of enabled APIs. */
export function ModelPage({ editable, action, children }: ModelPageProps) {
  const text = useText(messages);
  const layout = useText(layoutMessages);
  const [product, setProduct] = useState<ProductChoice>("all");
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const user = useSessionUser();
  const [own, setOwn] = useState(false);
  const filter = {
    ...(product === "all" ? {} : { product_type: product }),
    ...(search.trim() === "" ? {} : { q: search.trim() }),
    ...(own ? { owner_id: user.id } : {}),
  };
  const list = useGetList<ModelAnswer>(
    "models",
    { pagination: FIRST_PAGE, sort: { field: "name", order: "ASC" }, filter },
    { staleTime: MODEL_LIST_STALE_TIME },
  );
  const models = list.data ?? [];
  const narrowed = Object.keys(filter).length > 0;
  return (
    <Box
      sx={{
        p: { xs: 1.5, md: 3 },
        display: "grid",
        gap: 2,
        gridTemplateColumns: "minmax(0, 1fr)",
        maxWidth: 1400,
        mx: "auto",
        width: "100%",
      }}
    >
      <Box sx={{ display: "flex", gap: 2, alignItems: "center", flexWrap: "wrap" }}>
        <Box sx={{ flexGrow: 1 }}>
          <Typography variant="h1">{text("title")}</Typography>
          <Typography color="text.secondary">{text("hint")}</Typography>
        </Box>
        {action}
      </Box>
      {children}
      <Box sx={{ display: "flex", gap: 2, flexWrap: "wrap", alignItems: "center" }}>
        <TextField
          select
          label={text("product")}
          value={product}
          onChange={(event) => setProduct(event.target.value as ProductChoice)}
          sx={{ minWidth: 200 }}
        >
          <MenuItem value="all">{text("allProducts")}</MenuItem>
          {PRODUCTS.map((name) => (
            <MenuItem key={name} value={name}>
              {layout(`products.${name}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField label={text("search")} type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        {user.auth === "manager" ? (
          <FormControlLabel control={<Switch checked={own} onChange={(_event, on) => setOwn(on)} />} label={text("own")} />
        ) : null}
        <ApiQuota product={product} />
      </Box>
      {editable ? <BulkActionsToolbar models={models.filter((model) => chosen.includes(model.id))} onDone={() => setChosen([])} /> : null}
      {list.isPending ? <Loading /> : null}
      {list.error ? <Failure error={list.error} title={text("failed")} onRetry={() => void list.refetch()} /> : null}
      {list.data && models.length === 0 ? <NoModels narrowed={narrowed} /> : null}
      {models.length > 0 ? (
        <Paper>
          <ModelTable models={models} editable={editable} chosen={chosen} onChoose={setChosen} />
        </Paper>
      ) : null}
    </Box>
  );
}

/** Number of enabled APIs and its limit. */
function ApiQuota({ product }: { product: ProductChoice }) {
  const text = useText(messages);
  const user = useUser().data;
  if (!user) return null;
  const count = user[`product_${product}_current`];
  const limit = product === "all" ? -1 : user[`product_${product}_enable_limit`];
  return <Typography color="text.secondary">{limit === -1 ? text("used", { count }) : text("usedOf", { count, limit })}</Typography>;
}

function NoModels({ narrowed }: { narrowed: boolean }) {
  const text = useText(messages);
  if (narrowed) return <EmptyState title={text("noMatchTitle")} hint={text("noMatchHint")} />;
  const toUpload = (
    <Button variant="contained" component={Link} to={uploadPath("all")}>
      {text("toUpload")}
    </Button>
  );
  return <EmptyState title={text("emptyTitle")} hint={text("emptyHint")} action={toUpload} />;
}
