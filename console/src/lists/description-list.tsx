import { Box, Typography } from "@mui/material";

/** Names and values side by side. Leaves out names without a value. */
export function DescriptionList({ facts }: { facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <Box
      component="dl"
      sx={{
        display: { xs: "grid", sm: "flex" },
        gridTemplateColumns: "repeat(2, minmax(0, auto))",
        justifyContent: { xs: "space-between", sm: "start" },
        flexWrap: "wrap",
        columnGap: 2.5,
        rowGap: 0.5,
        m: 0,
        mt: 1,
      }}
    >
      {facts.map(([name, value]) =>
        value === null ? null : (
          <Box key={name}>
            <Typography component="dt" variant="caption" color="text.secondary">
              {name}
            </Typography>
            <Typography component="dd" sx={{ m: 0 }}>
              {value}
            </Typography>
          </Box>
        ),
      )}
    </Box>
  );
}
