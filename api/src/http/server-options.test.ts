import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import express from "express";
import { serve, type TestServer, testDeps } from "../testing/deps.js";
import { serverOptions } from "./server-options.js";

test("requests and responses have Express's prototypes from the start, and Express keeps them", async () => {
  const app = express();
  const seen: { before: object | null; after: object | null }[] = [];
  const prototypes = (request: IncomingMessage, response: ServerResponse): [object | null, object | null] => [
    Object.getPrototypeOf(request),
    Object.getPrototypeOf(response),
  ];
  const server = createServer(serverOptions(app), (request, response) => {
    const before = prototypes(request, response);
    app(request, response);
    const after = prototypes(request, response);
    seen.push({ before: before[0], after: after[0] }, { before: before[1], after: after[1] });
  });
  app.get("/{*path}", (request, response) => {
    response.json({ ip: request.ip, query: request.query, mounted: request.app === app && response.app === app });
  });
  const deps = testDeps();
  const running: TestServer = await serve(deps, server);
  const answer = await fetch(`${running.origin}/a?b=c`);
  expect(await answer.json()).toEqual({ ip: "127.0.0.1", query: { b: "c" }, mounted: true });
  await running.close();
  deps.cleanUp();
  expect(seen).toHaveLength(2);
  for (const { before, after } of seen) expect(after).toBe(before);
});
