/** Until when a booked time can be cancelled for the full price; undefined when it is too late already (spec 2 §4). */
export function freeUntil(startTime: string, noticeMinutes: number, now: Date): Date | undefined {
  const until = new Date(Date.parse(startTime) - noticeMinutes * 60_000)
  return until > now ? until : undefined
}
