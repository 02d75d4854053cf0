import { writeFile } from "node:fs/promises";
import { renderNotices } from "./notices.ts";

await writeFile(new URL("../THIRD_PARTY_NOTICES", import.meta.url), await renderNotices());
