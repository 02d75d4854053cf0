import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readLockfile, shippedPackages, type LockedPackage } from "../../scripts/lockfile.ts";
import { renderNotices } from "../../scripts/notices.ts";
import { readTree } from "./tree.ts";

const root = new URL("../../", import.meta.url);
const Bom = z.object({
  bomFormat: z.string(),
  components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })),
});

function entry(needs: Partial<LockedPackage> = {}): LockedPackage {
  return { version: "1.0.0", dependencies: {}, optionalDependencies: {}, peerDependencies: {}, ...needs };
}

describe("the third-party packages", () => {
  it("match THIRD_PARTY_NOTICES (npm run notices)", async () => {
    expect(await readFile(new URL("THIRD_PARTY_NOTICES", root), "utf8")).toBe(await renderNotices());
  });

  it("include every package that the page imports", async () => {
    const imports = (await readTree(["src/web"])).flatMap((module) => module.imports);
    const packages = imports
      .filter(({ ours, typeOnly }) => !ours && !typeOnly)
      .map(({ target }) => /^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0]);
    const notices = await renderNotices();
    expect(packages).toContain("react");
    expect(packages.filter((name) => !notices.includes(`\n- ${name} `))).toEqual([]);
  });

  it("can be written as an SBOM", async () => {
    const { stdout } = await promisify(execFile)("npm", ["run", "--silent", "sbom"], {
      cwd: fileURLToPath(root),
      maxBuffer: 1 << 26,
    });
    const bom = Bom.parse(JSON.parse(stdout));
    const locked = await readLockfile(new URL("package-lock.json", root));
    expect(bom.bomFormat).toBe("CycloneDX");
    expect(bom.components).toContainEqual(
      expect.objectContaining({ name: "discord.js", version: locked.get("node_modules/discord.js")?.version }),
    );
  });
});

describe("the shipped packages", () => {
  it("are the project's direct and indirect dependencies, and the bundled packages with theirs", () => {
    const locked = new Map([
      ["", entry({ dependencies: { a: "1.0.0" }, optionalDependencies: { gone: "1.0.0" } })],
      ["node_modules/a", entry({ dependencies: { b: "2.0.0" } })],
      ["node_modules/a/node_modules/b", entry({ dependencies: { c: "1.0.0" } })],
      ["node_modules/b", entry()],
      ["node_modules/c", entry()],
      ["node_modules/page", entry({ peerDependencies: { d: "1.0.0" } })],
      ["node_modules/d", entry()],
      ["node_modules/tool", entry()],
    ]);
    expect(shippedPackages(locked, ["page"])).toEqual([
      "node_modules/a",
      "node_modules/a/node_modules/b",
      "node_modules/c",
      "node_modules/d",
      "node_modules/page",
    ]);
    expect(() => shippedPackages(locked, ["nothing"])).toThrow("nothing is not in the lockfile");
  });
});
