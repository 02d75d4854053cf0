import { folded } from "../../core/request/read-text.ts";
import { nearest } from "../../core/request/nearest.ts";

/** Every IANA time zone, and UTC. */
export function timeZones(): readonly string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
}

/** The zone with that name, ignoring case and the way spaces are written, or similar names. */
export function findZone(given: string): { readonly zone?: string; readonly near: readonly string[] } {
  const wanted = folded(given).replaceAll(/\s+/g, "_");
  const zones = timeZones();
  const zone = zones.find((one) => one.toLowerCase() === wanted);
  if (zone !== undefined) return { zone, near: [] };
  const city = zones.filter((one) => one.toLowerCase().split("/").includes(wanted));
  const near = nearest(wanted, zones) ?? nearestCity(wanted, zones);
  return { near: city.length > 0 ? city.slice(0, 3) : near === undefined ? [] : [near] };
}

function nearestCity(wanted: string, zones: readonly string[]): string | undefined {
  const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf("/") + 1).toLowerCase();
  const city = nearest(wanted.slice(wanted.lastIndexOf("/") + 1), zones.map(cityOf));
  return city === undefined ? undefined : zones.find((zone) => cityOf(zone) === city);
}
