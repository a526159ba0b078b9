export const MINUTE_MS = 60_000

/**
 * Until when an appointment can be moved or cancelled with a full refund: `noticeMinutes` before its start,
 * exclusive.
 * One booked later than that has until `grace`, at most until its start. undefined: too late (B4.14).
 */
export function noticeDeadline(
  startTime: string | Date,
  noticeMinutes: number,
  now: Date,
  grace?: Date | undefined,
): Date | undefined {
  const start = new Date(startTime).getTime()
  const until = Math.max(start - noticeMinutes * MINUTE_MS, grace ? Math.min(grace.getTime(), start) : 0)
  return until > now.getTime() ? new Date(until) : undefined
}
