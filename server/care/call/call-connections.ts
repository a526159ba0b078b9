import { CALL_CLOSE, callEnd, otherEnd, type ServerSignal } from '@cuida/core/care/call/call-signal.ts'
import { actionsOf } from '../../consultation/action-store.ts'
import type { Db } from '../../kit/db/db.ts'
import type { Services } from '../../services.ts'
import { isInvitationActive } from '../guest/guest-store.ts'
import { findParticipants, findRunningCall, type ParticipantKey } from './call-store.ts'
import { type StoredSignal, signalsSince } from './signal-store.ts'

/** A socket of this process that has joined a call. */
export interface Participant extends ParticipantKey {
  socketId: string
  sessionId: string | null
  /** The guest's invitation. */
  guestId: string | null
  /** The call session that the participant belongs to now. */
  callSession: number
  /** Id of the last signal of the peer that was sent to this participant. */
  lastSignalId: number
  declineTold: boolean
  send(signal: ServerSignal): void
  close(code: number): void
}

export interface CallConnections {
  enter(participant: Participant): void
  leave(participant: Participant): void
  participants(): Participant[]
  /** Reads signals and call state of every participant again, for when change events may have been lost. */
  refresh(): void
  close(): void
}

/**
 * The two reads of a participant: `listen` for signals, `check` for the state of the call. Each runs one at a time.
 */
interface Ears {
  listen: () => void
  check: () => void
}

/**
 * The participants connected to this process. Every signal goes through the database, also between two sockets of one
 * process: this gives one order of signals, whichever processes the sockets are connected to.
 */
export function createCallConnections(services: Services): CallConnections {
  const { changes, access } = services
  const participants = new Map<Participant, Ears>()
  const watches = new Map<Participant, () => void>()
  const refresh = () => participants.forEach(wakeUp)
  const stopHearing = changes.onChange((topics) => {
    for (const topic of topics) dispatchTopic(participants, topic)
  })
  const stopMinding = changes.onGap(refresh)
  return {
    refresh,
    enter(participant) {
      const ears = earsOf(services, participant)
      makeRoomFor(participant, participants)
      participants.set(participant, ears)
      if (participant.sessionId)
        watches.set(
          participant,
          access.watch(participant.sessionId, () => participant.close(CALL_CLOSE.sessionEnded)),
        )
      // Catches up with what happened between the join and this subscription.
      wakeUp(ears)
    },
    leave(participant) {
      participants.delete(participant)
      watches.get(participant)?.()
      watches.delete(participant)
    },
    participants: () => [...participants.keys()],
    close() {
      stopHearing()
      stopMinding()
    },
  }
}

/** More sockets than a call with all its guests needs; the oldest is closed. */
const MAX_PARTICIPANTS = 24

function makeRoomFor({ sessionId, guestId }: Participant, participants: ReadonlyMap<Participant, unknown>): void {
  const own = [...participants.keys()].filter(
    (participant) => participant.sessionId === sessionId && participant.guestId === guestId,
  )
  if (own.length >= MAX_PARTICIPANTS) own[0]?.close(CALL_CLOSE.replaced)
}

function dispatchTopic(participants: ReadonlyMap<Participant, Ears>, topic: string): void {
  const [kind, id] = topic.split(':')
  if (kind !== 'signal' && kind !== 'call') return
  for (const [participant, { listen, check }] of participants) {
    if (kind === 'signal' && participant.consultationId === id) listen()
    if (kind === 'call' && participant.consultationId === id) check()
  }
}

function wakeUp({ listen, check }: Ears): void {
  listen()
  check()
}

function earsOf({ db, log }: Services, participant: Participant): Ears {
  const failed = (error: unknown) => {
    log.warn('the signals of a call could not be read', { consultationId: participant.consultationId, error })
    participant.close(CALL_CLOSE.unavailable)
  }
  return { listen: inTurn(() => listen(db, participant), failed), check: inTurn(() => check(db, participant), failed) }
}

/** Runs `work` one at a time; a call during a run causes one more run. */
function inTurn(work: () => Promise<void>, failed: (error: unknown) => void): () => void {
  let isRequested = false
  let busy = false
  const run = async () => {
    busy = true
    while (isRequested) {
      isRequested = false
      await work().catch(failed)
    }
    busy = false
  }
  return () => {
    isRequested = true
    if (!busy) void run()
  }
}

/** Sends a participant the new signals of its peer. */
async function listen(db: Db, participant: Participant): Promise<void> {
  for (const { id, signal: stored } of await signalsSince(
    db,
    participant,
    otherEnd(participant.connection, participant.role),
    participant.lastSignalId,
  )) {
    participant.lastSignalId = id
    if (stored.type === 'came') participant.callSession = Math.max(participant.callSession, id)
    const signal = toServerSignal(stored, participant.callSession, id)
    if (signal) participant.send(signal)
  }
}

function toServerSignal(signal: StoredSignal, callSession: number, n: number): ServerSignal | undefined {
  if (signal.type === 'came') return { type: 'peer-joined', callSession }
  if (n < callSession && isStaleSignal(signal)) return undefined
  if (signal.type === 'back') return { type: 'peer-back', n }
  if (signal.type === 'went') return { type: 'peer-left', reason: signal.reason, n }
  // The signal belongs to a page that has been reloaded since.
  return 'callSession' in signal && signal.callSession !== callSession ? undefined : { ...signal, n }
}

/**
 * The peer lost or regained its socket in a previous call session; `joined` has already reported its current
 * presence. A page without media restarts its connection when it hears `peer-back`, so replaying old ones would
 * restart it forever.
 */
const isStaleSignal = (signal: StoredSignal): boolean =>
  signal.type === 'back' || (signal.type === 'went' && signal.reason === 'lost')

/** Closes a participant whose call or invitation ended, or whom a newer socket replaced. */
async function check(db: Db, participant: Participant): Promise<void> {
  const actions = await actionsOf(db, participant.consultationId)
  if (findRunningCall(actions)?.actionId !== participant.actionId) {
    const since = actions.slice(actions.findIndex(({ id }) => id === participant.actionId) + 1)
    participant.send({ type: 'ended', reason: callEnd(since) })
    return participant.close(CALL_CLOSE.ended)
  }
  if (participant.guestId && !(await isInvitationActive(db, participant.guestId))) {
    participant.send({ type: 'ended', reason: 'removed' })
    return participant.close(CALL_CLOSE.ended)
  }
  const participantRows = await findParticipants(db, participant)
  const owner = participantRows.find(({ role }) => role === participant.role)?.socketId
  if (owner && owner !== participant.socketId) return participant.close(CALL_CLOSE.replaced)
  const declined = participantRows.some(({ role, declined }) => role === 'patient' && declined)
  if (participant.role === 'clinician' && declined && !participant.declineTold)
    participant.send({ type: 'peer-declined' })
  participant.declineTold = declined
}
