/** Milliseconds by which the server's clock is ahead of the device's, as estimated from replies. */
let offset = 0
let isKnown = false

/**
 * Corrects the clock by one reply: the server wrote its date, truncated to the second, after the request was sent and
 * before the reply was read. An offset within these bounds is kept, so that a slow reply moves no countdown. `date`
 * is the reply's `Date` header, `askedAt` is `deviceNow()` at the request.
 */
export function updateServerClock(date: string | null, askedAt: number): void {
  const sent = Date.parse(date ?? '')
  if (!sent) return
  const [least, most] = [sent - Date.now(), sent + 1_000 - askedAt]
  // The device's clock was set between request and reply: the next reply corrects it.
  if (least > most) return
  if (offset < least || offset > most) offset = (least + most) / 2
  isKnown = true
}

/** The server's time in ms since 1970, to compare with moments from the server. */
export const serverNow = (): number => Date.now() + offset

/** The server's time, for rules that take a `Date`. */
export const serverDate = (): Date => new Date(serverNow())

/** False until the first reply: before that no moment from the server counts as past. */
export const isServerClockKnown = (): boolean => isKnown

/**
 * The device's clock, which may be wrong by hours: only for durations that outlast a reload or are shared by tabs.
 * Durations within a page use `performance.now()`.
 */
export const deviceNow = (): number => Date.now()

/** Converts `deviceNow()` to `serverNow()`. */
export const inServerTime = (device: number): number => device + offset
