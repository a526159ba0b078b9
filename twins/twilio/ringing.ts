/** What a phone does: it answers, its owner is on the phone or lets it ring, or the network does not reach it. */
export const PLAYS = ['answers', 'busy', 'no-answer', 'fails'] as const
export type Plays = (typeof PLAYS)[number]

/** Who is rung first, and who when the first has answered. */
export type Side = 'desk' | 'patient'
export type LineStatus =
  | 'queued'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'no-answer'
  | 'failed'
  | 'canceled'

/** A line takes on a status, at a moment in milliseconds since 1970. */
export interface Turn {
  at: number
  side: Side
  status: LineStatus
}

interface Played {
  plays: Plays
  /** Milliseconds. */
  rings: number
  talks: number
}

const MISSED: Record<Exclude<Plays, 'answers'>, LineStatus> = {
  busy: 'busy',
  'no-answer': 'no-answer',
  fails: 'failed',
}

/** Everything that will happen to a call from now on, if nobody hangs up. */
export function turnsOf(now: number, desk: Played, patient: Played): Turn[] {
  const deskRings = now + 1
  const deskDone = deskRings + desk.rings
  const rung: Turn[] = [
    { at: now, side: 'desk', status: 'queued' },
    { at: deskRings, side: 'desk', status: 'ringing' },
  ]
  if (desk.plays !== 'answers') return [...rung, { at: deskDone, side: 'desk', status: MISSED[desk.plays] }]
  // A moment after it began to ring.
  const patientDone = deskDone + 2 + patient.rings
  const dialled: Turn[] = [
    ...rung,
    { at: deskDone, side: 'desk', status: 'in-progress' },
    { at: deskDone + 1, side: 'patient', status: 'ringing' },
  ]
  if (patient.plays !== 'answers')
    return [
      ...dialled,
      { at: patientDone, side: 'patient', status: MISSED[patient.plays] },
      { at: patientDone, side: 'desk', status: 'completed' },
    ]
  const over = patientDone + Math.min(patient.talks, desk.talks)
  return [
    ...dialled,
    { at: patientDone, side: 'patient', status: 'in-progress' },
    { at: over, side: 'patient', status: 'completed' },
    { at: over, side: 'desk', status: 'completed' },
  ]
}

/** undefined: this phone has not been rung. */
export const statusAt = (turns: readonly Turn[], side: Side, now: number): LineStatus | undefined =>
  turns.filter((turn) => turn.side === side && turn.at <= now).at(-1)?.status
