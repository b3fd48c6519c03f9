import { isDeepStrictEqual } from "node:util";
import type { ErrorCode, User } from "@agatha/contracts";
import { validate } from "@agatha/contracts";
import { id } from "@agatha/contracts/wire";
import { z } from "zod";
import { toJsonSchema } from "../api-docs/json-schema.js";
import { defineRoute, type Route } from "../http/route.js";
import { listQueryWithSchemas, paginate, parseListQuery } from "./list-query.js";

/** A kind of record for the console's lists. The services check rights as for other routes. */
export interface RestResource<R extends { id: string }, C extends z.ZodType = z.ZodType, U extends z.ZodType = z.ZodType> {
  /** Plural, as in the path. */
  name: string;
  record: z.ZodType<R>;
  /** Errors of get, update and remove. */
  errors?: ErrorCode[];
  /** Returns everything that the user may see. */
  list(user: User): Promise<R[]>;
  get(user: User, id: string): Promise<R>;
  create?: { body: C; needsLicence?: boolean; run(user: User, body: z.output<C>): Promise<R> };
  update?: { body: U; run(user: User, id: string, body: z.output<U>): Promise<R> };
  /** Deletes a record and returns it. */
  remove?(user: User, id: string): Promise<R>;
}

const params = z.object({ id });

/**
 * Returns the schema of an update. The document lists the fields that can change; clients may also send all others as they
 * received them.
 */
function updateBody(body: z.ZodType): z.ZodType<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).meta({ ...toJsonSchema(body), additionalProperties: true });
}

/**
 * Returns the routes of a kind of record below `/rest`: list and get, and those of create, update and remove that it has.
 * Services check rights.
 */
export function restRoutes<R extends { id: string }, C extends z.ZodType, U extends z.ZodType>(resource: RestResource<R, C, U>): Route[] {
  const { name, record, create, update, remove, errors = [] } = resource;
  const shared = { access: "user", tag: "Lists" } as const;
  const [all, one] = [`/rest/${name}`, `/rest/${name}/:id`];

  const reads: Route[] = [
    defineRoute({
      ...shared,
      method: "get",
      path: all,
      summary: `A page of ${name}; the header Content-Range tells how many there are`,
      request: { query: listQueryWithSchemas },
      responses: { 200: z.array(record) },
      handler: async ({ user, query }) => {
        const { items, total, first } = paginate(await resource.list(user), parseListQuery(query));
        const range = items.length > 0 ? `${first}-${first + items.length - 1}` : "*";
        return { body: items, headers: { "Content-Range": `${name} ${range}/${total}` } };
      },
    }),
    defineRoute({
      ...shared,
      method: "get",
      path: one,
      summary: `One of ${name}`,
      request: { params },
      responses: { 200: record },
      errors,
      handler: async ({ user, params }) => ({ body: await resource.get(user, params.id) }),
    }),
  ];

  const creates = create && [
    defineRoute({
      ...shared,
      method: "post",
      path: all,
      summary: `A new one of ${name}`,
      needsLicence: create.needsLicence,
      bodyLimit: "list",
      request: { body: create.body },
      responses: { 201: record },
      errors,
      handler: async ({ user, body }) => ({ status: 201, body: await create.run(user, body) }),
    }),
  ];

  const updates =
    update &&
    (["put", "patch"] as const).map((method) =>
      defineRoute({
        ...shared,
        method,
        path: one,
        summary: `Changes one of ${name}; fields that are as they were count as left out`,
        bodyLimit: "list",
        request: { params, body: updateBody(update.body) },
        responses: { 200: record },
        errors,
        handler: async ({ user, params, body }) => {
          const present = await resource.get(user, params.id);
          const changes = changedFields(present, body);
          return { body: await update.run(user, params.id, validate(update.body, changes)) };
        },
      }),
    );

  const removes = remove && [
    defineRoute({
      ...shared,
      method: "delete",
      path: one,
      summary: `Deletes one of ${name} and answers with what it was`,
      request: { params },
      responses: { 200: record },
      errors,
      handler: async ({ user, params }) => ({ body: await remove(user, params.id) }),
    }),
  ];

  return [...reads, ...(creates ?? []), ...(updates ?? []), ...(removes ?? [])];
}

/**
 * Returns the fields of `sent` that differ from the record. Clients of simple-rest send the whole record back with the edits in
 * it, so everything else, including read-only fields, must not count as a change.
 */
function changedFields(record: object, sent: Record<string, unknown>): Record<string, unknown> {
  const present = new Map<string, unknown>(Object.entries(record));
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isDeepStrictEqual(present.get(name), value)));
}
