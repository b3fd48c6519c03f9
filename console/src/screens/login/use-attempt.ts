import { useState } from "react";

interface Attempt {
  state: "idle" | "busy" | "done";
  error: unknown;
}

/** Sends a form, once at a time. react-query comes with what is behind the login. */
export function useAttempt<Input>(send: (input: Input) => Promise<unknown>) {
  const [{ state, error }, setAttempt] = useState<Attempt>({ state: "idle", error: null });
  const attempt = async (input: Input): Promise<void> => {
    if (state === "busy") return;
    setAttempt({ state: "busy", error: null });
    try {
      await send(input);
      setAttempt({ state: "done", error: null });
    } catch (thrown) {
      setAttempt({ state: "idle", error: thrown });
    }
  };
  return { attempt, error, isBusy: state === "busy", isDone: state === "done" };
}
