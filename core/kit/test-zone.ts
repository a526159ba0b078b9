/** A time zone in which it is noon now, so that tests of daytime behaviour run at any hour. */
export function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours()
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
