/** Milliseconds by which the server's clock is ahead of this device's, as far as its answers tell. */
let offset = 0
let isKnown = false

/**
 * Corrects the clock by one answer: the server wrote its date, cut to the second, after the request was sent and before
 * the answer was read. An offset that fits between the two stays, so that a slow answer moves no countdown.
 * @param date the answer's `Date` header
 * @param askedAt `deviceNow()` when the request was sent
 */
export function hearClock(date: string | null, askedAt: number): void {
  const sent = Date.parse(date ?? '')
  if (!sent) return
  const [least, most] = [sent - Date.now(), sent + 1_000 - askedAt]
  // The device's clock was set between the two: the next answer tells more.
  if (least > most) return
  if (offset < least || offset > most) offset = (least + most) / 2
  isKnown = true
}

/** The server's time in milliseconds since 1970: for whatever is compared with a moment that the server gave. */
export const serverNow = (): number => Date.now() + offset

/** The server's time, for rules that take a `Date`. */
export const serverDate = (): Date => new Date(serverNow())

/** False until the first answer: before that no time that the server gave can be said to be over. */
export const isServerClockKnown = (): boolean => isKnown

/**
 * This device's clock, which may be wrong by hours: only for lengths of time that reloads and other tabs share. Lengths
 * within one page are measured with `performance.now()`.
 */
export const deviceNow = (): number => Date.now()

/** A moment of `deviceNow()` as `serverNow()` will show it. */
export const inServerTime = (device: number): number => device + offset
