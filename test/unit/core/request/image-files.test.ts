import { describe, expect, it } from "vitest";
import { INTAKE_BYTES, REQUEST_BODY_BYTES } from "../../../../src/lib/limits.ts";
import { imageBody } from "../../../../src/core/request/image/image-body.ts";
import { checkImageRequest } from "../../../../src/core/request/image/image.ts";
import type { Reference } from "../../../../src/core/request/reference.ts";

const MIB = 1024 * 1024;

function pictures(count: number, bytes = 1_000): Reference[] {
  return Array.from({ length: count }, (_, at) => ({
    kind: "image",
    hash: String(at % 10).repeat(64),
    mimeType: "image/png",
    name: `${at + 1}.png`,
    bytes,
    width: 10,
    height: 10,
  }));
}

// `docs/gateway.md#images-limits`.
describe("the pictures of an edit", () => {
  it("are at most 16, and keep their order", () => {
    const references = pictures(16);
    const checked = checkImageRequest({ prompt: "x" }, { references });
    expect(checked).toMatchObject({ ok: true, value: { references } });
  });

  it("are refused if there are 17", () => {
    const checked = checkImageRequest({ prompt: "x" }, { references: pictures(17) });
    expect(checked).toEqual({
      ok: false,
      problems: [{ rule: "too_many_files", kind: "image", count: 17, max: 16 }],
    });
  });

  it("fit into one request body as base64, including the mask", () => {
    const [mask] = pictures(1, 3 * MIB);
    const references = pictures(15, 25 * MIB);
    const files = { references, ...(mask ? { mask } : {}) };
    const checked = checkImageRequest({ prompt: "x" }, files);
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    const encoded = [...references, ...(mask ? [mask] : [])].reduce(
      (sum, file) => sum + Math.ceil(file.bytes / 3) * 4,
      0,
    );
    expect(encoded + imageBody(checked.value).body.length).toBeLessThan(REQUEST_BODY_BYTES);
  });

  it.each([
    ["together", pictures(16, 25 * MIB), undefined, 400 * MIB],
    ["together with their mask", pictures(15, 25 * MIB), pictures(1, 9 * MIB)[0], 384 * MIB],
    ["in total, although each is small enough", pictures(5, INTAKE_BYTES), undefined, 400 * MIB],
  ])("are refused if they are too large %s, naming size and limit", (_what, references, mask, bytes) => {
    const checked = checkImageRequest({ prompt: "x" }, { references, ...(mask ? { mask } : {}) });
    expect(checked).toEqual({ ok: false, problems: [{ rule: "files_too_large", bytes, max: (511 / 4) * 3 * MIB }] });
  });
});
