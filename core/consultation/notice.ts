const MINUTE_MS = 60_000

/**
 * Until when a booked time can be given back for all its money, or moved: `noticeMinutes` before it starts. Exactly
 * then is too late already. undefined: it is too late (B4.14).
 */
export function freeUntil(startTime: string | Date, noticeMinutes: number, now: Date): Date | undefined {
  const until = new Date(new Date(startTime).getTime() - noticeMinutes * MINUTE_MS)
  return until > now ? until : undefined
}
