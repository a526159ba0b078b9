import { type Agenda, type Span, workOf } from '../booking/calendar/slots.ts'
import type { CareRules } from '../brand/care-rules.ts'
import { type Clinic, nextOpening, type Opening, opening } from '../catalogue/hours.ts'
import type { Product } from '../catalogue/product/product.ts'

const MINUTE_MS = 60_000

/** Somebody who gives a product, as their desk, their agenda and their bookings say. */
export interface Attendant {
  /** Their desk speaks. */
  isSeen: boolean
  /** They said that nobody should count on them: since when, and until when; null: until they sign in again. */
  away: { since: Date; until: Date | null } | null
  agenda: Agenda
  /** Beginnings of what is booked with them and waits. */
  booked: readonly Date[]
}

/** Whether somebody who gives a product is there, and while nobody is, when somebody is due; undefined: nobody knows. */
export interface Attendance {
  isThere: boolean
  due: Date | undefined
}

type Rules = Pick<CareRules, 'lateMinutes' | 'dueMinutes'>
interface Service extends Clinic {
  hours: Product['workingHours']
  care: Rules
}

/** Of all who give a product. Who is due when it is closed by its hours is due when these begin. */
export function attendanceOf(attendants: readonly Attendant[], service: Service, now: Date): Attendance {
  if (attendants.some(({ isSeen, away }) => isSeen && !away)) return { isThere: true, due: undefined }
  const dues = attendants.flatMap((one) => dueAt(one, service, now)?.getTime() ?? [])
  return { isThere: false, due: dues.length > 0 ? new Date(Math.min(...dues)) : undefined }
}

/** Whether care is given now: in its hours, and by somebody who is there or due soon (C10.4). */
export function openingWith({ isThere, due }: Attendance, service: Service, now: Date): Opening {
  const state = opening(service.hours, service, now)
  if (state !== 'OPEN' || isThere) return state
  const soon = now.getTime() + service.care.dueMinutes * MINUTE_MS
  return due && due.getTime() <= soon ? 'OPEN' : 'CLOSE'
}

/** When somebody is due to give this product: now, while their hours and its own run. */
function dueAt(one: Attendant, service: Service, now: Date): Date | undefined {
  const moments = expectedOf(one, service.care, now).flatMap((span) => within(span, service, now) ?? [])
  return moments.sort((a, b) => a.getTime() - b.getTime())[0]
}

/** When they are expected at their desk: their hours, what is booked with them until it is late, and the end of a pause. */
function expectedOf({ isSeen, away, agenda, booked }: Attendant, { lateMinutes }: Rules, now: Date): Span[] {
  const shortly = (start: Date): Span => ({ start, end: new Date(start.getTime() + lateMinutes * MINUTE_MS) })
  const isAbsent = (start: Date) => (agenda.away ?? []).some((span) => span.start <= start && start < span.end)
  const spans = [...workOf(agenda, now), ...booked.filter((start) => !isAbsent(start)).map(shortly)]
  if (!away) return spans
  const { since, until } = away
  // Who said that they are off knows better than the hours that ran then; the next ones count again.
  if (!until) return spans.filter(({ start }) => start > since)
  const after = spans.map(({ start, end }) => ({ start: start > until ? start : until, end }))
  return isSeen ? [...after, shortly(until)] : after
}

/** The first moment of a span that is to come and in the product's hours. */
function within({ start, end }: Span, { hours, ...clinic }: Service, now: Date): Date | undefined {
  const from = start > now ? start : now
  const moment = opening(hours, clinic, from) === 'OPEN' ? from : nextOpening(hours, clinic, from)
  return moment && moment < end ? moment : undefined
}
