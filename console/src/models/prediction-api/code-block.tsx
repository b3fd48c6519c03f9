import { Box } from "@mui/material";

interface CodeBlockProps {
  value: string;
  /** In pixels; longer code scrolls. */
  maxHeight?: number;
  /** Leaves space at the right for a button. */
  endSpace?: boolean;
}

/** Code as it is sent or copied. */
export function CodeBlock({ value, maxHeight = 320, endSpace = false }: CodeBlockProps) {
  return (
    <Box
      component="pre"
      tabIndex={0}
      sx={{
        m: 0,
        mt: 1,
        p: 1.5,
        ...(endSpace ? { pr: 5 } : {}),
        overflow: "auto",
        maxHeight,
        bgcolor: "background.default",
        border: 1,
        borderColor: "divider",
        borderRadius: 1,
      }}
    >
      <code>{value}</code>
    </Box>
  );
}
