import { run } from "./commands.js";

interface Assembly {
  /** Base image; none when left out. */
  from?: string;
  /** Archives that are unpacked at the root. */
  archives?: string[];
  /** Files and folders as pairs: from, to. */
  copies?: [string, string][];
  /** Commands that are run in the image. */
  runs?: string[][];
  env?: Record<string, string>;
  entrypoint?: string[];
  command?: string[];
}

export interface Builder {
  /** Builds an image without a Dockerfile. */
  assemble(tag: string, assembly: Assembly): Promise<void>;
  /** Builds a target of a Dockerfile in the folder. */
  build(tag: string, options: { folder: string; target: string; base: string }): Promise<void>;
  exists(tag: string): Promise<boolean>;
  /** Returns the digest of an image's configuration, which changes with its content. */
  id(tag: string): Promise<string>;
  /** Returns the size of all layers in bytes. */
  size(tag: string): Promise<number>;
  /** Writes an archive that `docker load` and containerd accept. */
  save(tag: string, archive: string): Promise<void>;
}

/** Returns a builder that uses Buildah with a storage of its own and needs no daemon. */
export function createBuilder(storage: string): Builder {
  const buildah = (...args: string[]) =>
    run(["buildah", "--root", storage, "--runroot", `${storage}-run`, "--storage-driver", "overlay", ...args]);
  const inspect = async (tag: string, template: string) => (await buildah("inspect", "--type", "image", "--format", template, tag)).trim();
  return {
    async assemble(tag, { from = "scratch", archives = [], copies = [], runs = [], env = {}, entrypoint, command }) {
      const container = (await buildah("from", "--pull-never", from)).trim();
      for (const archive of archives) await buildah("add", "--quiet", container, archive, "/");
      for (const [source, target] of copies) await buildah("copy", "--quiet", container, source, target);
      for (const line of runs) await buildah("run", "--isolation", "chroot", container, "--", ...line);
      const settings = Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
      if (entrypoint) settings.push("--entrypoint", JSON.stringify(entrypoint));
      if (command) settings.push("--cmd", JSON.stringify(command));
      if (settings.length > 0) await buildah("config", ...settings, container);
      await buildah("commit", "--quiet", "--rm", container, tag);
    },
    async build(tag, { folder, target, base }) {
      const caching = ["--layers", "--isolation", "chroot", "--pull-never"];
      await buildah("build", "--quiet", ...caching, "--build-arg", `BASE=${base}`, "--target", target, "--tag", tag, folder);
    },
    async exists(tag) {
      return (await buildah("images", "--quiet", "--filter", `reference=${tag}`)).trim() !== "";
    },
    async id(tag) {
      return await inspect(tag, "{{.FromImageID}}");
    },
    async size(tag) {
      const images = JSON.parse(await buildah("images", "--json", tag)) as { size: string }[];
      return Number.parseFloat(images[0]?.size ?? "NaN");
    },
    async save(tag, archive) {
      await buildah("push", "--quiet", tag, `docker-archive:${archive}:${tag}`);
    },
  };
}
