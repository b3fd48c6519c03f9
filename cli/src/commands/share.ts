import { shareRole } from "@agatha/contracts";
import type { Command } from "../command.js";
import { UsageError } from "../command-context.js";
import { openSession } from "../session-file.js";
import { findDataset } from "./find-by-id-or-name.js";
import { printJson } from "./output.js";

export const share: Command = {
  operands: ["DATASET", "ACCOUNT"],
  description: "Shares a dataset with an account, given by its name or its e-mail address, and lists whom it is shared with",
  options: {
    role: { valueName: "ROLE", description: "viewer (the default) reads; editor also edits and trains" },
    stop: { description: "Stops sharing the dataset with the account" },
  },
  async run({ operands: [datasetId = "", account = ""], options, flags }, context) {
    const role = shareRole.safeParse(options.role ?? "viewer");
    if (!role.success) throw new UsageError("--role is viewer or editor");
    const { api } = await openSession(context);
    const { id } = await findDataset(api, datasetId);
    if (flags.has("stop")) await api.unshareDataset(id, account);
    else await api.shareDataset(id, account, role.data);
    printJson(context, { id, shares: await api.shares(id) });
  },
};
