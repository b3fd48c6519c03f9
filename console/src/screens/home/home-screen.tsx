import { Box, Typography } from "@mui/material";
import { useText } from "../../i18n/use-text.js";
import { PRODUCTS } from "../../routing/products.js";
import { messages } from "./messages.js";
import { ProductCard } from "./product-card.js";
import { RecentDatasets } from "./recent-datasets.js";
import { RecentModels } from "./recent-models.js";
import { SampleDataset } from "./sample-dataset.js";

/** Home screen: what the product can do, and recent work. */
export default function HomeScreen() {
  const text = useText(messages);
  return (
    <Box sx={{ maxWidth: 1280, mx: "auto", p: { xs: 2, md: 3 }, display: "grid", gap: 3, "& > *": { minWidth: 0 } }}>
      <Typography variant="h1">{text("question")}</Typography>
      <Box
        component="ul"
        sx={{
          listStyle: "none",
          m: 0,
          p: 0,
          display: "grid",
          gap: 2,
          gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr", lg: "repeat(4, 1fr)" },
        }}
      >
        {PRODUCTS.map((product) => (
          <ProductCard key={product} product={product} />
        ))}
      </Box>
      <SampleDataset />
      <Box
        sx={{
          display: "grid",
          gap: 2,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" },
        }}
      >
        <RecentDatasets />
        <RecentModels />
      </Box>
    </Box>
  );
}
