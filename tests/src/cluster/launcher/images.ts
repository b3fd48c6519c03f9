/** Images for clusters that cannot pull any: the product's from its Dockerfile, the stores' and their base from this machine. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyProgram } from "./binaries.js";
import { type Builder, createBuilder } from "./builder.js";
import { type ClusterPaths, REPOSITORY } from "./cluster-paths.js";
import { printProgress, run } from "./commands.js";

const TAG = "test";
const BASE = "localhost/agatha-base:1";
const PROGRAMS = ["operator", "api", "trainer"] as const;
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";

/** Does with these variables what the official image of MongoDB does, with a server that speaks its protocol. */
const MONGODB_ENTRYPOINT = `#!/bin/sh
exec ferretdb --handler=sqlite --sqlite-url=file:/data/db/ --state-dir=/tmp --telemetry=disable --log-level=warn \\
  --listen-addr=:27017 --debug-addr=- --test-enable-new-auth --setup-database=admin \\
  --setup-username="$MONGO_INITDB_ROOT_USERNAME" --setup-password="$MONGO_INITDB_ROOT_PASSWORD"
`;

/** Chart values that name these images. */
export const IMAGE_VALUES = {
  image: { registry: "localhost", tag: TAG, pullPolicy: "Never" },
  s3: { image: `localhost/agatha-minio:${TAG}` },
  mongodb: { image: `localhost/agatha-mongodb:${TAG}` },
  nats: { image: `localhost/agatha-nats:${TAG}` },
};

export const storageFolder = ({ cache }: ClusterPaths): string => join(cache, "storage");

/** Builds images that are missing or have changed, and returns the archives of all images by tag. */
export async function buildImages(where: ClusterPaths): Promise<Record<string, string>> {
  const builder = createBuilder(storageFolder(where));
  await buildBaseImage(builder, where);
  await buildStoreImages(builder, where);
  const archives: Record<string, string> = {};
  for (const target of PROGRAMS) {
    printProgress(`Building the image of the ${target}…`);
    const tag = `localhost/agatha/${target}:${TAG}`;
    await builder.build(tag, { folder: REPOSITORY, target, base: BASE });
    archives[tag] = await saveArchive(builder, where, tag);
  }
  for (const { image } of [IMAGE_VALUES.s3, IMAGE_VALUES.mongodb, IMAGE_VALUES.nats])
    archives[image] = await saveArchive(builder, where, image);
  return archives;
}

/** Builds Debian with this machine's Node.js and npm, in place of the Node.js image of a registry. */
async function buildBaseImage(builder: Builder, { cache }: ClusterPaths): Promise<void> {
  if (await builder.exists(BASE)) return;
  printProgress("Making a base image…");
  const rootfs = join(cache, "debian.tar");
  if (!existsSync(rootfs)) {
    const release = (await run(["sh", "-c", '. /etc/os-release && echo "$VERSION_CODENAME"'])).trim();
    await run(["mmdebstrap", "--variant=minbase", "--include=ca-certificates,libstdc++6", release, rootfs]);
  }
  const modules = (await run(["npm", "root", "--global"])).trim();
  await builder.assemble(BASE, {
    archives: [rootfs],
    copies: [
      [process.execPath, "/usr/bin/node"],
      [join(modules, "npm"), "/usr/lib/node_modules/npm"],
      // Certificates of proxies that this machine trusts too.
      [CERTIFICATES, CERTIFICATES],
    ],
    runs: [["ln", "-s", "../lib/node_modules/npm/bin/npm-cli.js", "/usr/bin/npm"]],
    env: { NODE_EXTRA_CA_CERTS: CERTIFICATES },
  });
}

async function buildStoreImages(builder: Builder, { cache, binaries }: ClusterPaths): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "stores-"));
  try {
    const program = (name: string, from: string): string => {
      copyProgram(from, join(folder, name));
      return join(folder, name);
    };
    if (!(await builder.exists(IMAGE_VALUES.s3.image))) {
      const minio = program("minio", join(binaries, "minio"));
      await builder.assemble(IMAGE_VALUES.s3.image, { from: BASE, copies: [[minio, "/usr/bin/minio"]] });
    }
    if (!(await builder.exists(IMAGE_VALUES.nats.image))) {
      const nats = program("nats-server", (await run(["sh", "-c", "command -v nats-server"])).trim());
      await builder.assemble(IMAGE_VALUES.nats.image, { from: BASE, copies: [[nats, "/usr/local/bin/nats-server"]] });
    }
    if (!(await builder.exists(IMAGE_VALUES.mongodb.image))) {
      const ferretdb = program("ferretdb", join(binaries, "ferretdb"));
      const entrypoint = join(folder, "docker-entrypoint.sh");
      writeFileSync(entrypoint, MONGODB_ENTRYPOINT, { mode: 0o755 });
      await builder.assemble(IMAGE_VALUES.mongodb.image, {
        from: BASE,
        copies: [
          [ferretdb, "/usr/local/bin/ferretdb"],
          [entrypoint, "/usr/local/bin/docker-entrypoint.sh"],
        ],
        entrypoint: ["/usr/local/bin/docker-entrypoint.sh"],
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The archive's name has the image's digest, so that an unchanged image is not written again. */
async function saveArchive(builder: Builder, { cache }: ClusterPaths, tag: string): Promise<string> {
  const folder = join(cache, "archives");
  mkdirSync(folder, { recursive: true });
  const name = tag.replaceAll(/[/:]/g, "-");
  const archive = join(folder, `${name}-${(await builder.id(tag)).slice(0, 12)}.tar`);
  if (existsSync(archive)) return archive;
  await run(["find", folder, "-name", `${name}-*.tar`, "-delete"]);
  await builder.save(tag, archive);
  return archive;
}
