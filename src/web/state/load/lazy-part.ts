import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { loadPart } from "./load-part.ts";

/** A component whose code is loaded, and tried again until it is there, when it is rendered for the first time. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await loadPart(load) }));
}
