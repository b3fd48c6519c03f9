import type { Theme } from "@mui/material/styles";

/** On a phone the button of an alert stands below its text, which would be left half of the width beside it. */
export const buttonBelowOnPhones = ({ theme }: { theme: Theme }) => ({
  [theme.breakpoints.down("sm")]: {
    "&:has(> .MuiAlert-action > .MuiButton-root)": {
      flexWrap: "wrap",
      "& > .MuiAlert-message": { flex: "1 1 calc(100% - 48px)" },
      "& > .MuiAlert-action": { marginLeft: "auto", paddingTop: 0 },
    },
  },
});
