export const MINUTE_MS = 60_000

/**
 * Until when a booked time can be given back for all its money, or moved: `noticeMinutes` before it starts. Exactly
 * then is too late already. What was booked nearer than that has until `grace`, though never past its start. undefined: it is
 * too late (B4.14).
 */
export function freeUntil(
  startTime: string | Date,
  noticeMinutes: number,
  now: Date,
  grace?: Date | undefined,
): Date | undefined {
  const start = new Date(startTime).getTime()
  const until = Math.max(start - noticeMinutes * MINUTE_MS, grace ? Math.min(grace.getTime(), start) : 0)
  return until > now.getTime() ? new Date(until) : undefined
}
