import { access, glob, readdir, readFile } from "node:fs/promises";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const pages = await Promise.all((await pagePaths()).map(async (path) => ({ path, text: await read(path) })));
const prose = pages.map(({ path, text }) => ({ path, text: text.replaceAll(/```[\s\S]*?```/g, "") }));

async function pagePaths(): Promise<string[]> {
  const [top, docs] = await Promise.all([readdir(ROOT), readdir(`${ROOT}docs`, { recursive: true })]);
  return [...top, ...docs.map((name) => `docs/${name}`)].filter((name) => name.endsWith(".md"));
}

function read(path: string): Promise<string> {
  return readFile(`${ROOT}${path}`, "utf8");
}

async function exists(path: string): Promise<boolean> {
  return access(`${ROOT}${path}`).then(
    () => true,
    () => false,
  );
}

/** The anchors of a page: those that GitHub derives from its headings, and its own `<a id>`. */
function anchorsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].flatMap(([, id]) => id ?? [])]);
}

/** The problem with a page's link, or undefined. A link that starts with a slash is relative to the project. */
async function brokenLink(page: string, link: string): Promise<string | undefined> {
  if (/^(?:https?|mailto):/.test(link)) return undefined;
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? page : file.startsWith("/") ? file.slice(1) : posix.join(posix.dirname(page), file);
  if (!(await exists(target))) return `${page}: ${link} leads nowhere`;
  if (anchor === undefined || anchorsOf(await read(target)).has(anchor)) return undefined;
  return `${page}: ${link}: ${target} has no such heading`;
}

/** Every mention of a page: its path, with the heading's anchor if it names one. */
async function citations(): Promise<{ readonly file: string; readonly link: string }[]> {
  const folders = ["src", "commands", "test", "scripts"];
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(`${ROOT}${folder}`, { recursive: true })).map((name) => `${folder}/${name}`),
    ),
  );
  const own = names.flat().filter((name) => !name.includes("/node_modules/") && !name.endsWith("links.test.ts"));
  const files = own.filter((name) => /\.(?:tsx?|sql)$/.test(name));
  const found = files.map(async (file) => {
    const text = await read(file);
    const whole = [...text.matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([link]) => link);
    // A further heading of the same page is linked by its anchor alone.
    const more = [...text.matchAll(/`(#(?:images|videos)-[\w-]+)`/g)].map(([, anchor]) => `docs/gateway.md${anchor}`);
    return [...whole, ...more].map((link) => ({ file, link }));
  });
  return (await Promise.all(found)).flat();
}

describe("the documents", () => {
  it("are found", () => {
    expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(["README.md", "docs/architecture.md"]));
  });

  it("link to pages and headings that exist", async () => {
    const links = prose.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => ({ path, link })),
    );
    expect(links.length).toBeGreaterThan(5);
    const broken = await Promise.all(links.map(({ path, link }) => brokenLink(path, link)));
    expect(broken.filter((problem) => problem !== undefined)).toEqual([]);
  });

  it("name files of the project that exist", async () => {
    const named = prose.flatMap(({ path, text }) =>
      [...text.matchAll(/`((?:src|test|commands|scripts|docs)\/[\w./-]*)`/g)].map(([, file = ""]) => ({ path, file })),
    );
    expect(named.length).toBeGreaterThan(5);
    const missing = await Promise.all(
      named.map(async ({ path, file }) => ((await exists(file)) ? [] : [`${path}: ${file} does not exist`])),
    );
    expect(missing.flat()).toEqual([]);
  });

  it("have every page and heading that the code cites", async () => {
    const cited = await citations();
    expect(cited.filter(({ link }) => link.startsWith("docs/gateway.md#")).length).toBeGreaterThan(80);
    const broken = await Promise.all(cited.map(({ file, link }) => brokenLink(file, `/${link}`)));
    expect(broken.filter((problem) => problem !== undefined)).toEqual([]);
  });

  it("are cited instead of documents outside the project", async () => {
    const files = (await readdir(`${ROOT}src`, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
    const texts = await Promise.all(files.map(async (name) => ({ name, text: await read(`src/${name}`) })));
    expect(texts.filter(({ text }) => /(?:image|video)-service\.md/.test(text)).map(({ name }) => name)).toEqual([]);
  });

  it("name existing files in the security assessment", async () => {
    const page = await read("docs/security-asvs.md");
    const named = [...page.matchAll(/`((?:src|flow|unit|contract|architecture)\/[\w./*-]+)`/g)].map(([, path = ""]) =>
      path.startsWith("src/") ? path : `test/${path}`,
    );
    expect(named.length).toBeGreaterThan(50);
    const missing: string[] = [];
    for (const path of new Set(named)) {
      const [found] = await Array.fromAsync(glob(path.replace(/\/$/, ""), { cwd: ROOT }));
      if (found === undefined) missing.push(path);
    }
    expect(missing).toEqual([]);
  });
});
