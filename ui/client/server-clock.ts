let lead = 0

/** Every answer says when the server sent it, to the second. */
export function hearClock(date: string | null): void {
  const sent = Date.parse(date ?? '')
  if (sent) lead = sent + 500 - Date.now()
}

/** A moment of the server, as this device's clock will show it: phones are minutes off, now and then. */
export const onOurClock = (moment: string): number => Date.parse(moment) - lead
