import "./mantine.css";
import "./styles.css";
import { MantineProvider } from "@mantine/core";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { FailedPage } from "./parts/failed-page.tsx";
import { ensureChineseFont } from "./state/load/chinese-font.ts";
import { createServices } from "./state/use-services.ts";
import { wait } from "./state/wait.ts";
import { theme } from "./theme.ts";

/** The longest time that the page waits for a font before it shows itself, in milliseconds. */
const FONT_MS = 2_000;

async function showPage(root: HTMLElement): Promise<void> {
  await Promise.race([ensureChineseFont(), wait(FONT_MS)]);
  const services = createServices();
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <FailedPage>
          <App services={services} />
        </FailedPage>
      </MantineProvider>
    </StrictMode>,
  );
}

const root = document.getElementById("root");
if (root) void showPage(root);
