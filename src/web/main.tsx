import "./plain-zod.ts";
import "./mantine.css";
import "./styles.css";
import { MantineProvider } from "@mantine/core";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { ensureChineseFont } from "./state/chinese-font.ts";
import { createServices } from "./state/use-services.ts";
import { theme } from "./theme.ts";

void ensureChineseFont();

const root = document.getElementById("root");
if (root) {
  const services = createServices();
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <App services={services} />
      </MantineProvider>
    </StrictMode>,
  );
}
