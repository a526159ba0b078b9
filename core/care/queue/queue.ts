/** Half an hour before nobody looks at a clock; five minutes is what a person can do something with. */
const STEP_MINUTES = 5
/** Beyond three hours a forecast is a guess. */
const LONGEST_MINUTES = 180

export interface Queue {
  /** Place from 1. */
  position: number
  /** Clinicians who are at their desks and offer this product. */
  online: number
  /** Median minutes from taking to closing. */
  medianMinutes: number
}

/**
 * How long a patient probably waits, in minutes, as a range in steps of five (product 7.5). Clinicians who work side
 * by side finish one consultation every `median / online` minutes: the first in line waits for at most one of those.
 * undefined while nobody is there, because then nobody knows.
 */
export function expectedWait({ position, online, medianMinutes }: Queue): { from: number; to: number } | undefined {
  if (online < 1 || position < 1) return undefined
  const apart = Math.max(0, medianMinutes) / online
  const from = Math.floor(((position - 1) * apart) / STEP_MINUTES) * STEP_MINUTES
  const to = Math.ceil((position * apart) / STEP_MINUTES) * STEP_MINUTES
  return { from: Math.min(from, LONGEST_MINUTES), to: Math.min(Math.max(to, from + STEP_MINUTES), LONGEST_MINUTES) }
}
