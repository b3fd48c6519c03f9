import type { ProductType } from "@agatha/contracts";
import AnomalyIcon from "@mui/icons-material/MonitorHeartOutlined";
import TimeIcon from "@mui/icons-material/ShowChartOutlined";
import OptimizeIcon from "@mui/icons-material/TuneOutlined";
import QualityIcon from "@mui/icons-material/VerifiedOutlined";
import { Box, Button, Paper, Typography } from "@mui/material";
import { Link } from "react-router-dom";
import { useText } from "../../i18n/use-text.js";
import { messages as layoutMessages } from "../../layout/messages.js";
import { uploadPath } from "../../routing/paths.js";
import { isProductEnabled } from "../../routing/products.js";
import { useSessionUser } from "../../routing/session.js";
import { messages } from "./messages.js";

const PRODUCT_ICONS = { occ: AnomalyIcon, quality: QualityIcon, opt: OptimizeIcon, timeseries: TimeIcon };

/** Purpose of one product, with a link to it. */
export function ProductCard({ product }: { product: ProductType }) {
  const text = useText(messages);
  const name = useText(layoutMessages)(`products.${product}`);
  const enabled = isProductEnabled(useSessionUser(), product);
  const Icon = PRODUCT_ICONS[product];
  return (
    <Paper component="li" sx={{ p: 2, display: "flex", flexDirection: "column", gap: 1 }}>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <Icon color="primary" />
        <Typography variant="h2">{name}</Typography>
      </Box>
      <Typography>{text(`products.${product}.purpose`)}</Typography>
      <Typography variant="body2" color="text.secondary" sx={{ flexGrow: 1 }}>
        {text(`products.${product}.needs`)}
      </Typography>
      {enabled ? (
        <Button component={Link} to={uploadPath(product)} variant="outlined" sx={{ alignSelf: "start" }}>
          {text("open", { product: name })}
        </Button>
      ) : (
        <Typography variant="body2" color="text.secondary">
          {text("locked")}
        </Typography>
      )}
    </Paper>
  );
}
