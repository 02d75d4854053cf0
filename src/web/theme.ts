import { createTheme, type MantineColorsTuple } from "@mantine/core";
import { FocusableButton } from "./parts/focusable-button.tsx";

/** Burnt orange, as on a painter's palette; shade 8 has enough contrast for white text, shade 4 for dark backgrounds. */
const ember: MantineColorsTuple = [
  "#fdf1ec",
  "#f8dfd5",
  "#f1bca8",
  "#ec9a7b",
  "#e77e57",
  "#de6a3f",
  "#d35c30",
  "#bf4d23",
  "#ac411b",
  "#8c3315",
];

/** Warm greys instead of Mantine's blue ones. */
const gray: MantineColorsTuple = [
  "#faf8f5",
  "#f4f1ec",
  "#ece8e1",
  "#ddd7cd",
  "#c9c1b5",
  "#a8a095",
  "#857d73",
  "#57514a",
  "#3a3631",
  "#26231f",
];

const dark: MantineColorsTuple = [
  "#eceae6",
  "#c9c4bc",
  "#a39d93",
  "#6f6a63",
  "#45423e",
  "#35322f",
  "#2a2826",
  "#211f1e",
  "#191817",
  "#121110",
];

export const theme = createTheme({
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans SC", "PingFang SC", "Microsoft YaHei", sans-serif, "Noto Sans SC Variable"',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace, "Noto Sans SC Variable"',
  colors: { ember, gray, dark },
  primaryColor: "ember",
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  autoContrast: true,
  components: {
    ActionIcon: { defaultProps: { component: FocusableButton } },
    Button: { defaultProps: { component: FocusableButton } },
    // A dialog's header must not get the `banner` role.
    Modal: { defaultProps: { attributes: { header: { role: "presentation" } } } },
    // Render inside <main>, so that it belongs to a landmark. The focus placeholder is not a menu item, which axe reports.
    Menu: { defaultProps: { portalProps: { target: "main" }, withInitialFocusPlaceholder: false } },
  },
});
