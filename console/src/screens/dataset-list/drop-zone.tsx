import type { ProductType } from "@agatha/contracts";
import UploadIcon from "@mui/icons-material/UploadFileOutlined";
import { Alert, Box, MenuItem, TextField, Typography, useMediaQuery, useTheme } from "@mui/material";
import { useState } from "react";
import { DropTarget } from "../../file-upload/drop-target.js";
import { FileButton } from "../../file-upload/file-button.js";
import { useUploads } from "../../file-upload/uploads-context.js";
import { useText } from "../../i18n/use-text.js";
import { messages as layoutMessages } from "../../layout/messages.js";
import { useRestriction } from "../../restrictions/allowed.js";
import { useAnalysis } from "../../routing/analysis-context.js";
import { isProductEnabled, PRODUCTS } from "../../routing/products.js";
import { useSessionUser } from "../../routing/session.js";
import { FormatHelp } from "./format-help.js";
import { messages } from "./messages.js";

/** Accepts files by drag and drop or by a file dialog. */
export function DropZone() {
  const text = useText(messages);
  const user = useSessionUser();
  // Nobody drags files on a phone.
  const phone = useMediaQuery(useTheme().breakpoints.down("sm"));
  const { product: shown } = useAnalysis();
  const products = PRODUCTS.filter((product) => isProductEnabled(user, product));
  const [chosen, setChosen] = useState<ProductType | null>(null);
  const product = shown === "all" ? (chosen ?? (products.includes("quality") ? "quality" : products[0])) : shown;
  const { uploadDataset } = useUploads();

  const restriction = useRestriction({ what: "dataset", product: product ?? PRODUCTS[0] });
  if (restriction !== null || product === undefined) return <Alert severity="info">{restriction}</Alert>;
  const take = (files: FileList | null) => {
    // The upload list shows the result of each file.
    for (const file of files ?? []) uploadDataset(file, { product_type: product }).catch(() => undefined);
  };
  return (
    <DropTarget onFiles={take}>
      <UploadIcon color="primary" fontSize="large" sx={{ display: { xs: "none", sm: "block" } }} />
      <Box sx={{ flex: "1 1 240px", minWidth: 0 }}>
        <Typography variant="h2">{text(phone ? "drop.titleOnPhone" : "drop.title")}</Typography>
        <Typography variant="body2" color="text.secondary">
          {text("drop.hint")}
        </Typography>
        <FormatHelp />
      </Box>
      {shown === "all" ? <ProductField products={products} value={product} onChange={setChosen} /> : null}
      <FileButton multiple label={text("drop.choose")} onFiles={take} />
    </DropTarget>
  );
}

interface ProductFieldProps {
  products: readonly ProductType[];
  value: ProductType;
  onChange: (product: ProductType) => void;
}

function ProductField({ products, value, onChange }: ProductFieldProps) {
  const text = useText(messages);
  const layout = useText(layoutMessages);
  return (
    <TextField
      select
      id="upload-product"
      label={text("drop.product")}
      value={value}
      onChange={(event) => onChange(event.target.value as ProductType)}
      sx={{ minWidth: 180 }}
    >
      {products.map((product) => (
        <MenuItem key={product} value={product}>
          {layout(`products.${product}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}
