import { ERRORS } from "@agatha/contracts";
import type { Request, Response } from "express";
import type { ApiError } from "./api-error.js";
import { rateLimiter } from "./rate-limit.js";

const DAY_MS = 86_400_000;

// @contract clock-jumps-change-nothing
test("a limit lasts a minute, also after the machine's clock is set back by a day", async () => {
  const wall = jest.spyOn(Date, "now").mockReturnValue(10 * DAY_MS);
  const monotonic = jest.spyOn(performance, "now").mockReturnValue(70_000);
  try {
    const limit = rateLimiter({ perMinute: 2 });
    /** Returns how long the client has to wait, in seconds; 0 if the request is let through. */
    const ask = async (): Promise<number> => {
      const headers = new Map<string, unknown>();
      const response = {
        setHeader: (name: string, value: unknown) => headers.set(name.toLowerCase(), value),
        getHeader: (name: string) => headers.get(name.toLowerCase()),
      };
      const error = await new Promise((resolve) => limit({ ip: "203.0.113.1" } as Request, response as unknown as Response, resolve));
      if (error === undefined) return 0;
      expect(error).toMatchObject({ code: ERRORS.tooManyRequests } satisfies Partial<ApiError>);
      return Number(headers.get("retry-after"));
    };
    expect(await ask()).toBe(0);
    wall.mockReturnValue(9 * DAY_MS);
    expect([await ask(), await ask()]).toEqual([0, 50]);
    monotonic.mockReturnValue(120_000);
    expect(await ask()).toBe(0);
  } finally {
    wall.mockRestore();
    monotonic.mockRestore();
  }
});
