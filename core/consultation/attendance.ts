import { type Agenda, type Span, workOf } from '../booking/calendar/slots.ts'
import type { CareRules } from '../brand/care-rules.ts'
import { type Clinic, nextOpening, type Opening, openingState } from '../catalogue/hours.ts'
import type { Product } from '../catalogue/product/product.ts'

const MINUTE_MS = 60_000

/** A clinician of a product with their presence, agenda and appointments. */
export interface ClinicianAttendance {
  /** The desk sends heartbeats. */
  isSeen: boolean
  /** The clinician is paused or off, since when and until when; null `until`: until the next sign-in. */
  away: { since: Date; until: Date | null } | null
  agenda: Agenda
  /** Starts of their appointments that have not begun. */
  booked: readonly Date[]
}

/** Whether a clinician of the product is at the desk and, while none is, when one is due; undefined: unknown. */
export interface Attendance {
  isThere: boolean
  due: Date | undefined
}

type Rules = Pick<CareRules, 'lateMinutes' | 'dueMinutes'>
interface Service extends Clinic {
  hours: Product['workingHours']
  care: Rules
}

/** For all clinicians of a product. A clinician who is due before the product opens counts as due at the opening. */
export function attendanceOf(attendances: readonly ClinicianAttendance[], service: Service, now: Date): Attendance {
  if (attendances.some(({ isSeen, away }) => isSeen && !away)) return { isThere: true, due: undefined }
  const dues = attendances.flatMap((one) => dueAt(one, service, now)?.getTime() ?? [])
  return { isThere: false, due: dues.length > 0 ? new Date(Math.min(...dues)) : undefined }
}

/** Whether care is open now: within its hours, and with a clinician at the desk or due soon (C10.4). */
export function openingWithAttendance({ isThere, due }: Attendance, service: Service, now: Date): Opening {
  const state = openingState(service.hours, service, now)
  if (state !== 'OPEN' || isThere) return state
  const soon = now.getTime() + service.care.dueMinutes * MINUTE_MS
  return due && due.getTime() <= soon ? 'OPEN' : 'CLOSE'
}

/** When a clinician is due for this product: now, while both their hours and the product's run. */
function dueAt(one: ClinicianAttendance, service: Service, now: Date): Date | undefined {
  const moments = expectedOf(one, service.care, now).flatMap((span) => within(span, service, now) ?? [])
  return moments.sort((a, b) => a.getTime() - b.getTime())[0]
}

/**
 * When a clinician is expected at the desk: in their hours, at an appointment until it counts as late, and after a
 * pause.
 */
function expectedOf({ isSeen, away, agenda, booked }: ClinicianAttendance, { lateMinutes }: Rules, now: Date): Span[] {
  const shortly = (start: Date): Span => ({ start, end: new Date(start.getTime() + lateMinutes * MINUTE_MS) })
  const isAbsent = (start: Date) => (agenda.away ?? []).some((span) => span.start <= start && start < span.end)
  const spans = [...workOf(agenda, now), ...booked.filter((start) => !isAbsent(start)).map(shortly)]
  if (!away) return spans
  const { since, until } = away
  // A clinician who is off is not expected in the hours that ran at that moment; later hours count again.
  if (!until) return spans.filter(({ start }) => start > since)
  const after = spans.map(({ start, end }) => ({ start: start > until ? start : until, end }))
  return isSeen ? [...after, shortly(until)] : after
}

/** The first moment of a span that is not past and lies in the product's hours. */
function within({ start, end }: Span, { hours, ...clinic }: Service, now: Date): Date | undefined {
  const from = start > now ? start : now
  const moment = openingState(hours, clinic, from) === 'OPEN' ? from : nextOpening(hours, clinic, from)
  return moment && moment < end ? moment : undefined
}
