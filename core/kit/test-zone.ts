/** A zone whose clocks show the middle of the day now: what only happens by day can be tried at any hour. */
export function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours()
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
