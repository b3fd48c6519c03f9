import { AlreadyExists, type Document, type NewDocument } from "@agatha/contracts";
import { createBatchedInsert } from "./batched-insert.js";

test("inserts concurrent documents in one batch, and each caller gets its own result", async () => {
  const turns: string[][] = [];
  let turn: string[] | undefined;
  const insert = async (document: NewDocument<Document>): Promise<Document> => {
    if (!turn) {
      turns.push([]);
      turn = turns.at(-1);
      queueMicrotask(() => {
        turn = undefined;
      });
    }
    turn?.push(document.id);
    if (document.id === "taken") throw new AlreadyExists("taken");
    return { ...document, version: 1 };
  };
  const gathered = createBatchedInsert({ insert }, 1);
  const outcomes = await Promise.allSettled(["a", "taken", "b"].map((id) => gathered({ id })));
  expect(outcomes).toMatchObject([
    { status: "fulfilled", value: { id: "a", version: 1 } },
    { status: "rejected", reason: expect.any(AlreadyExists) },
    { status: "fulfilled", value: { id: "b" } },
  ]);
  await gathered({ id: "later" });
  expect(turns).toEqual([["a", "taken", "b"], ["later"]]);
});
