import type { ConsultationSummary } from '@cuida/core/consultation/consultation-summary.ts'

/**
 * Earlier than this a booked time is "your next consultation"; from here on it is "now" (product 11.8: the waiting
 * room opens).
 */
const SOON_MS = 15 * 60_000

/** The most important consultation: in care, then waiting in the queue, then the soonest booked time. */
export function findMostImportant(consultations: readonly ConsultationSummary[]): ConsultationSummary | undefined {
  return [...consultations].sort((a, b) => rank(a) - rank(b) || timeOf(a) - timeOf(b))[0]
}

const rank = ({ status, startTime }: ConsultationSummary): number => (status === 'ACTIVE' ? 0 : startTime ? 2 : 1)
const timeOf = ({ startTime, createdAt }: ConsultationSummary): number => new Date(startTime ?? createdAt).getTime()

export const isNow = ({ status, startTime }: ConsultationSummary, now: number): boolean =>
  status === 'ACTIVE' || !startTime || new Date(startTime).getTime() - now <= SOON_MS
