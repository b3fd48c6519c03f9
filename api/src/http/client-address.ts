import express, { type Express, type Request } from "express";

const ofExpress = Object.getOwnPropertyDescriptor(express.request, "ip")!;
/** An IPv4 address as sockets of both kinds have it (RFC 4291, 2.5.5.2). */
const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i;

/** Makes `request.ip` of a client that comes by IPv4 its IPv4 address, whatever the server listens on. */
export function unmapIpv4Addresses(app: Express): void {
  Object.defineProperty(app.request, "ip", {
    ...ofExpress,
    get(this: Request): string | undefined {
      return (ofExpress.get!.call(this) as string | undefined)?.replace(MAPPED_IPV4, "");
    },
  });
}
