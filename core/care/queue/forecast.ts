/** Forecasts are rounded to five minutes: finer steps would pretend a precision that patients cannot use. */
const STEP_MINUTES = 5
/** A forecast beyond three hours is a guess. */
const MAX_MINUTES = 180
/** A clinician sees an appointment that starts this soon before taking another patient. */
const BOOKED_NEXT_MINUTES = 5
/** A wait of this length although a clinician is free shows that no clinician is calling. */
const IDLE_MINUTES = 5
/** Expected overrun of a consultation that already exceeds the usual length, as a fraction of that length. */
const OVERRUN = 1 / 3

/** A clinician at the desk who sees patients of the product. */
export interface OnDuty {
  /** Minutes since they took their present patient; null while they have none. */
  heldFor: number | null
  /** Minutes until each of their appointments starts; negative when it should have started. */
  booked: readonly number[]
}

export interface QueueSnapshot {
  /** Patients who are called before this one. */
  ahead: number
  onDuty: readonly OnDuty[]
  /** Median minutes from taking a patient to closing. */
  medianMinutes: number
  /** Minutes that the first patient has waited while one of these clinicians was free. */
  idleMinutes: number
}

/** In minutes. */
export interface WaitRange {
  from: number
  to: number
}

/**
 * Forecasts the wait until a clinician calls, in minutes, as a range in steps of five (product 7.5); undefined while no
 * clinician is on duty. It simulates the queue: each clinician finishes the present patient, sees the due appointments
 * and calls the next patient. When the first patient waits although a clinician is free, the queue has stalled and is
 * expected to stall as long again.
 */
export function forecastWait({ ahead, onDuty, medianMinutes, idleMinutes }: QueueSnapshot): WaitRange | undefined {
  if (onDuty.length === 0 || ahead < 0) return undefined
  const usual = Math.max(1, medianMinutes)
  const free = onDuty.map((one) =>
    nextFree({ at: remaining(one, usual), booked: [...one.booked].sort(ascending) }, usual),
  )
  const patientCount = Math.min(ahead, MAX_SIMULATED)
  for (let patient = 0; patient < patientCount; patient++) {
    const [first] = free.sort((one, two) => one.at - two.at)
    if (first) free.push(nextFree({ ...(free.shift() ?? first), at: first.at + usual }, usual))
  }
  const wait = Math.min(...free.map(({ at }) => at)) + (idleMinutes > IDLE_MINUTES ? idleMinutes : 0)
  return rangeOf(wait)
}
/** Limit of simulated consultations: 180 minutes of forty clinicians with consultations of one minute. */
const MAX_SIMULATED = 7_200

const ascending = (one: number, two: number): number => one - two
const remaining = ({ heldFor }: OnDuty, usual: number): number =>
  heldFor === null ? 0 : heldFor < usual ? usual - heldFor : usual * OVERRUN

interface Played {
  /** Minutes from now until the clinician is free. */
  at: number
  booked: readonly number[]
}

/** The state after the appointments that come before the next waiting patient. */
function nextFree({ at, booked }: Played, usual: number): Played {
  const [next, ...laterTimes] = booked
  if (next === undefined || next > at + BOOKED_NEXT_MINUTES) return { at, booked }
  return nextFree({ at: Math.max(at, next) + usual, booked: laterTimes }, usual)
}

function rangeOf(wait: number): WaitRange {
  const from = Math.floor((wait * 0.8) / STEP_MINUTES) * STEP_MINUTES
  const to = Math.max(from + STEP_MINUTES, Math.ceil((wait * 1.25) / STEP_MINUTES) * STEP_MINUTES)
  return { from: Math.min(from, MAX_MINUTES), to: Math.min(to, MAX_MINUTES) }
}

/** While no clinician is on duty: minutes from the first clinician's due time until a call. */
const AFTER_DUE_MINUTES = 15

/**
 * The moment by which a clinician is expected to call: the end of the forecast or, while no clinician is on duty, soon
 * after the first one is due.
 */
export function promisedCallTime(wait: WaitRange | undefined, due: Date | undefined, now: Date): Date {
  const minutes = wait?.to ?? AFTER_DUE_MINUTES
  const start = !wait && due && due > now ? due : now
  return new Date(start.getTime() + minutes * 60_000)
}

/**
 * When a patient who was not called is refunded in full automatically: `releaseMinutes` after the promised moment.
 */
export const automaticRefundTime = (promised: Date, { releaseMinutes }: { releaseMinutes: number }): Date =>
  new Date(promised.getTime() + releaseMinutes * 60_000)
