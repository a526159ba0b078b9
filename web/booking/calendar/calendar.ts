import type { ExistingConsultation } from '@cuida/core/booking/cart/api.ts'
import { HORIZON_DAYS, LEAD_MINUTES } from '@cuida/core/kit/assumptions.ts'
import { dayAfter } from '@cuida/core/kit/zone.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import type { Slot } from '../cart/booking.ts'
import { overlappingConsultation } from './existing-consultation.ts'

/** A selectable time; in a product's calendar it names the clinician. */
export interface OfferedSlot extends Slot {
  clinicianId?: string
}

/** Calendar state on this device. The times themselves come from the server. */
export interface CalendarState {
  /** The open day. */
  date: string
  selectedSlot: OfferedSlot | undefined
  /** Times that another patient took while this calendar was open; they stay visible, struck through. */
  takenSlots: readonly Slot[]
  /** Free times of the open day when it was last loaded. */
  lastResult?: { date: string; slots: readonly OfferedSlot[] } | undefined
  notice: Notice | undefined
  /** The first free time of the day is chosen when it arrives: one tap then reserves it. */
  preselects: boolean
}
export type Notice =
  | { kind: 'taken' | 'notOffered'; slot: Slot }
  | { kind: 'overlaps'; slot: Slot; existing: ExistingConsultation | undefined }
  | { kind: 'tooMany' | 'holdFailed' | 'pickFirst' | 'timeout' }

export type CalendarEvent =
  | { type: 'dayOpened'; date: string }
  /** The day that opened by itself turned out to be full; `date` is the next one with a free time. */
  | { type: 'dayWasFull'; date: string }
  | { type: 'slotChosen'; slot: OfferedSlot }
  | { type: 'pressedWithoutSlot' }
  /** The times of the open day arrived; `at` is a time of the device's clock. */
  | { type: 'dayLoaded'; slots: readonly OfferedSlot[]; at: number }
  | { type: 'holdRefused'; error: unknown }

export function calendarReducer(state: CalendarState, event: CalendarEvent): CalendarState {
  switch (event.type) {
    case 'dayOpened':
      return { ...state, date: event.date, selectedSlot: undefined, notice: undefined, preselects: false }
    case 'dayWasFull':
      return state.preselects ? { ...state, date: event.date, lastResult: undefined } : state
    case 'slotChosen':
      return { ...state, selectedSlot: event.slot, notice: undefined, preselects: false }
    case 'pressedWithoutSlot':
      return { ...state, notice: { kind: 'pickFirst' } }
    case 'dayLoaded':
      return loaded(state, event.slots, event.at)
    case 'holdRefused':
      return refused(state, event.error)
  }
}

/**
 * A time that was free and is gone counts as taken, unless it is merely too close to be booked. A chosen time that
 * another clinician also offers stays chosen, with that clinician.
 */
function loaded(state: CalendarState, slots: readonly OfferedSlot[], at: number): CalendarState {
  const before = state.lastResult?.date === state.date ? state.lastResult.slots : []
  const newlyTakenSlots = before.filter((slot) => !has(slots, slot) && Date.parse(slot.startTime) - at > LEAD_MS)
  const again = state.takenSlots.filter((slot) => !has(slots, slot) && !has(newlyTakenSlots, slot))
  // Keeps the same array while nothing was taken, which avoids a re-render.
  const takenSlots =
    newlyTakenSlots.length > 0 || again.length < state.takenSlots.length
      ? [...again, ...newlyTakenSlots]
      : state.takenSlots
  const next = { ...state, takenSlots, lastResult: { date: state.date, slots } }
  const { selectedSlot } = state
  const [soonest] = slots
  if (!selectedSlot) return state.preselects && soonest ? { ...next, selectedSlot: soonest, preselects: false } : next
  const availableSlot = slots.find(({ startTime }) => startTime === selectedSlot.startTime)
  if (!availableSlot) return lose(next, selectedSlot, 'notOffered')
  return availableSlot.clinicianId === selectedSlot.clinicianId ? next : { ...next, selectedSlot: availableSlot }
}

function refused(state: CalendarState, error: unknown): CalendarState {
  const code = error instanceof CallFailed ? error.code : undefined
  if (state.selectedSlot && code === 'CONSULTATION_OVERLAPS')
    return {
      ...state,
      selectedSlot: undefined,
      notice: { kind: 'overlaps', slot: state.selectedSlot, existing: overlappingConsultation(error) },
    }
  if (state.selectedSlot && code === 'SLOT_TAKEN') return lose(state, state.selectedSlot, 'taken')
  if (state.selectedSlot && code === 'SLOT_NOT_OFFERED') return lose(state, state.selectedSlot, 'notOffered')
  return { ...state, notice: { kind: code === 'TOO_MANY_LOCKS' ? 'tooMany' : 'holdFailed' } }
}

const lose = (state: CalendarState, slot: Slot, kind: 'taken' | 'notOffered'): CalendarState => ({
  ...state,
  selectedSlot: undefined,
  takenSlots: kind === 'taken' && !has(state.takenSlots, slot) ? [...state.takenSlots, slot] : state.takenSlots,
  notice: { kind, slot },
})

const has = (slots: readonly Slot[], slot: Slot): boolean => slots.some(({ startTime }) => startTime === slot.startTime)

/** Merges a day's free times with its taken ones, in order of time. A time that is free again is not taken. */
export function mergeTakenSlots<S extends Slot>(
  slots: readonly S[],
  takenSlots: readonly Slot[],
  isOfDay: (slot: Slot) => boolean,
) {
  const unavailableSlots = takenSlots
    .filter((slot) => isOfDay(slot) && !has(slots, slot))
    .map((slot) => ({ ...slot, taken: true }))
  return [...slots, ...unavailableSlots].sort((a, b) => a.startTime.localeCompare(b.startTime))
}

const LEAD_MS = LEAD_MINUTES * 60_000
const DAY_MS = 86_400_000
const WEEK = 7

/** The week that contains a day, counted from today so that the first page shows no past days. */
export function weekOf(
  today: string,
  date: string,
): { days: string[]; earlier: string | undefined; later: string | undefined } {
  const apart = Math.round((Date.parse(date) - Date.parse(today)) / DAY_MS)
  const first = Math.max(0, Math.floor(apart / WEEK)) * WEEK
  const days = Array.from({ length: WEEK }, (_, offset) => dayAfter(today, first + offset))
  return {
    days: days.filter((day) => day <= dayAfter(today, HORIZON_DAYS)),
    earlier: first > 0 ? dayAfter(today, first - WEEK) : undefined,
    later: first + WEEK <= HORIZON_DAYS ? dayAfter(today, first + WEEK) : undefined,
  }
}

/** The day of the URL, if it can be booked. */
export function dayWithin(date: string | null, today: string): string | undefined {
  if (!date || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined
  return date >= today && date <= dayAfter(today, HORIZON_DAYS) ? date : undefined
}
