import { expect, it } from "vitest";
import { fileFacts } from "../../../src/web/state/lightbox/file-facts.ts";

it.each([
  [{ mimeType: "image/png", bytes: 1_234_567, width: 1024, height: 768 }, "1024 × 768 · PNG · 1.2 MiB"],
  [{ mimeType: "image/jpeg", bytes: 51_200, width: 640, height: 480 }, "640 × 480 · JPEG · 50 KiB"],
  [{ mimeType: "video/mp4", bytes: 80_000_000 }, "MP4 · 76.3 MiB"],
])("a file is described by its size, type and bytes: %j", (file, facts) => {
  expect(fileFacts(file)).toBe(facts);
});
