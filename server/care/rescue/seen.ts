import type { Locked } from '../../consultation/change-store.ts'

/** Whose a consultation was, and when, as somebody was asked about it. */
export interface Seen {
  clinicianId: string | null
  startTime: Date | null
}

/** What its patient or a colleague has changed meanwhile is not what was asked about. Nothing was seen: whatever it is. */
export const isAsSeen = ({ clinicianId, startTime }: Locked, seen: Seen | undefined): boolean =>
  !seen || (seen.clinicianId === clinicianId && seen.startTime?.getTime() === startTime?.getTime())
