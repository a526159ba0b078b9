/** Half an hour before nobody looks at a clock; five minutes is what a person can do something with. */
const STEP_MINUTES = 5
/** Beyond three hours a forecast is a guess. */
const LONGEST_MINUTES = 180
/** A booked consultation this near is seen before another patient is taken. */
const BOOKED_NEXT_MINUTES = 5
/** A patient who waits this long although a clinician is free shows that nobody is calling. */
const IDLE_MINUTES = 5
/** Of consultations that last longer than usual: how much longer, as a part of the usual length. */
const OVERRUN = 1 / 3

/** A clinician at their desk who sees patients of the product. */
export interface OnDuty {
  /** Minutes since they took the patient whom they see; null: they see nobody. */
  heldFor: number | null
  /** Minutes until each consultation that is booked with them begins; negative of one that should have begun. */
  booked: readonly number[]
}

export interface Line {
  /** Patients who are called before this one. */
  ahead: number
  onDuty: readonly OnDuty[]
  /** Median minutes from taking a patient to closing. */
  medianMinutes: number
  /** Minutes for which the first in line has waited while one of these clinicians was free. */
  idleMinutes: number
}

/** Minutes. */
export interface WaitRange {
  from: number
  to: number
}

/**
 * How long a patient waits from now until a clinician calls, in minutes, as a range in steps of five (product 7.5); undefined
 * while nobody is on duty. The line is played forward: each clinician finishes whom they see, sees what is booked with them,
 * and calls the next in line. Where the first in line waits although somebody is free, the line does not move as it could:
 * it has stood for so long, and is expected to stand as long again.
 */
export function forecastWait({ ahead, onDuty, medianMinutes, idleMinutes }: Line): WaitRange | undefined {
  if (onDuty.length === 0 || ahead < 0) return undefined
  const usual = Math.max(1, medianMinutes)
  const free = onDuty.map((one) =>
    nextFree({ at: remaining(one, usual), booked: [...one.booked].sort(ascending) }, usual),
  )
  const taken = Math.min(ahead, MOST_PLAYED)
  for (let patient = 0; patient < taken; patient++) {
    const [first] = free.sort((one, two) => one.at - two.at)
    if (first) free.push(nextFree({ ...(free.shift() ?? first), at: first.at + usual }, usual))
  }
  const wait = Math.min(...free.map(({ at }) => at)) + (idleMinutes > IDLE_MINUTES ? idleMinutes : 0)
  return rangeOf(wait)
}
/** More than anybody waits for: 180 minutes of forty clinicians with consultations of a minute. */
const MOST_PLAYED = 7_200

const ascending = (one: number, two: number): number => one - two
const remaining = ({ heldFor }: OnDuty, usual: number): number =>
  heldFor === null ? 0 : heldFor < usual ? usual - heldFor : usual * OVERRUN

interface Played {
  /** Minutes from now until they are free. */
  at: number
  booked: readonly number[]
}

/** After what is booked with them and comes first. */
function nextFree({ at, booked }: Played, usual: number): Played {
  const [next, ...later] = booked
  if (next === undefined || next > at + BOOKED_NEXT_MINUTES) return { at, booked }
  return nextFree({ at: Math.max(at, next) + usual, booked: later }, usual)
}

function rangeOf(wait: number): WaitRange {
  const from = Math.floor((wait * 0.8) / STEP_MINUTES) * STEP_MINUTES
  const to = Math.max(from + STEP_MINUTES, Math.ceil((wait * 1.25) / STEP_MINUTES) * STEP_MINUTES)
  return { from: Math.min(from, LONGEST_MINUTES), to: Math.min(to, LONGEST_MINUTES) }
}

/** Where nobody is on duty yet: minutes after the first of them is due until somebody calls. */
const AFTER_DUE_MINUTES = 15

/**
 * The moment by which a clinician calls as far as anybody can say: the end of the forecast; while nobody is on duty, soon after
 * the first of them is due.
 */
export function promiseOf(wait: WaitRange | undefined, due: Date | undefined, now: Date): Date {
  const minutes = wait?.to ?? AFTER_DUE_MINUTES
  const start = !wait && due && due > now ? due : now
  return new Date(start.getTime() + minutes * 60_000)
}

/** When all the money goes back by itself to a patient whom nobody has called: `releaseMinutes` after what was promised. */
export const answerBy = (promised: Date, { releaseMinutes }: { releaseMinutes: number }): Date =>
  new Date(promised.getTime() + releaseMinutes * 60_000)
