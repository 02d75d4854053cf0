/** The processor time of an act in milliseconds, which does not depend on other load as much as elapsed time does. */
export function processorMs(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
