import { expect, test } from 'vitest'
import type { PeerConnection, PeerConnectionEvent } from './peer-connection.ts'
import { GIVE_UP_MS, GUEST_AWAY_MS, joinMessage, KEEP_VIDEO_MS } from './reduce.ts'
import {
  applyEvents,
  candidateSignal,
  createTestCall,
  descriptionSignal,
  EVENTS_UNTIL_CONNECTED,
  joinedEvent,
  REMOTE_STREAM,
  signalEvent,
  signalEvents,
  TEST_TICKET,
} from './test-peer-connection.ts'

const live = () => applyEvents(createTestCall(), EVENTS_UNTIL_CONNECTED)
const effectNames = ({ effects }: ReturnType<typeof applyEvents>) => effects.map((effect) => effect.do)

test('when the other side joins, a connection opens and the own device state is sent', () => {
  const met = applyEvents(createTestCall(), EVENTS_UNTIL_CONNECTED.slice(0, 3))
  expect(met.connection.view.phase).toBe('connecting')
  expect(effectNames(met)).toEqual(['connect', 'show', 'say', 'startGiveUpTimer'])
  expect(live().connection.view).toMatchObject({ phase: 'live', remote: REMOTE_STREAM, broken: undefined })
})

test('after the other side leaves, the page waits, and a new connection opens when they return', () => {
  const alone = applyEvents(live(), [signalEvent({ type: 'peer-left', reason: 'left' })])
  expect(alone.connection.view).toMatchObject({ phase: 'waiting', remote: undefined })
  expect(effectNames(alone)).toEqual(['disconnect'])
  const again = applyEvents(alone, [signalEvent({ type: 'peer-joined', callSession: 2 })])
  expect(again).toMatchObject({ openSession: 2, connection: { view: { phase: 'connecting' } } })
})

test('when the socket breaks while media flows, the page rejoins with its last sequence number and keeps the connection', () => {
  const testCall = applyEvents(live(), [...signalEvents({ ...candidateSignal(1), n: 7 }), { type: 'lineBroke' }])
  expect(testCall.connection.view.phase).toBe('live')
  expect(joinMessage(testCall.connection, 'second', true)).toMatchObject({
    ticket: 'second',
    resume: { callSession: 1, heard: 7 },
  })
  const back = applyEvents(testCall, signalEvents(joinedEvent({ resumed: true })))
  expect([back.openSession, effectNames(back)]).toEqual([1, ['say']])
})

test('after a network failure the last picture stays until the connection is restored', () => {
  const testCall = applyEvents(live(), [{ type: 'lineBroke' }, { type: 'mediaMoved', state: 'disconnected' }])
  expect(testCall.connection.view).toMatchObject({ phase: 'reconnecting', broken: 'mine', remote: REMOTE_STREAM })
  expect(joinMessage(testCall.connection, 'second', false)).not.toHaveProperty('resume')
  const back = applyEvents(testCall, signalEvents(joinedEvent({ callSession: 2 })))
  expect(back).toMatchObject({ openSession: 2, connection: { view: { phase: 'reconnecting', remote: REMOTE_STREAM } } })
  expect(effectNames(back)).toEqual(['disconnect', 'connect', 'show', 'say'])
  const again = applyEvents(back, [{ type: 'mediaMoved', state: 'connected' }])
  expect([again.connection.view.phase, effectNames(again)]).toEqual(['live', ['show', 'stopGiveUpTimer']])
})

test('a new ticket of a rejoin is used to verify the following signals', () => {
  const ticket = { ...TEST_TICKET, ticket: 'second', signature: 'new' }
  const { signature, ...offer } = descriptionSignal(1)
  const { effects } = applyEvents(live(), [
    { type: 'lineBroke' },
    { type: 'ticketBought', ticket },
    ...signalEvents(joinedEvent({ resumed: true })),
    { type: 'negotiated', signal: offer },
  ])
  expect(effects).toEqual([{ do: 'say', signal: { ...offer, signature: 'new' } }])
  expect(signature).toBe('theirs')
})

test('the view says whose connection broke, as far as it is known', () => {
  const peerEvents: PeerConnectionEvent[] = [
    signalEvent({ type: 'peer-left', reason: 'lost' }),
    { type: 'mediaMoved', state: 'failed' },
  ]
  expect(applyEvents(live(), peerEvents).connection.view.broken).toBe('theirs')
  expect(applyEvents(live(), [...peerEvents].reverse()).connection.view.broken).toBe('theirs')
  expect(applyEvents(live(), [...peerEvents, { type: 'lineBroke' }]).connection.view.broken).toBe('mine')
})

test('stuck media starts a new connection, unless the other side is known to be away', () => {
  expect(effectNames(applyEvents(live(), [{ type: 'mediaStuck' }]))).toEqual(['renewLine'])
  const away = applyEvents(live(), [signalEvent({ type: 'peer-left', reason: 'lost' })])
  expect(effectNames(applyEvents(away, [{ type: 'mediaStuck' }]))).toEqual([])
  const back = applyEvents(away, [{ type: 'mediaMoved', state: 'failed' }, signalEvent({ type: 'peer-back' })])
  expect(effectNames(back)).toEqual(['renewLine'])
})

test('a description is applied after its signature was checked, and a wrong signature ends the call', () => {
  const testCall = applyEvents(live(), [signalEvent(descriptionSignal(1))])
  expect(effectNames(testCall)).toEqual(['verifySignature'])
  const answered = (isTheirs: boolean) =>
    applyEvents(testCall, [{ type: 'signatureVerified', signal: descriptionSignal(1), isTheirs }])
  expect(answered(true).effects).toEqual([{ do: 'give', signal: descriptionSignal(1) }])
  expect(answered(false)).toMatchObject({ isClosed: true, connection: { view: { phase: 'over', end: 'unsafe' } } })
  expect(answered(false).effects[0]).toEqual({ do: 'say', signal: { type: 'leave', unsafe: true } })
})

test('signals of another call session are ignored', () => {
  expect(effectNames(applyEvents(live(), [signalEvent(descriptionSignal(2))]))).toEqual([])
  expect(effectNames(applyEvents(live(), [signalEvent(candidateSignal(2))]))).toEqual([])
})

test.each<[PeerConnection['peer'], number, object]>([
  ['clinician', GIVE_UP_MS, { phase: 'over', end: 'lost' }],
  ['patient', GIVE_UP_MS, { phase: 'over', end: 'lost' }],
  ['guest', GUEST_AWAY_MS, { phase: 'waiting', remote: undefined }],
])('without media to a %s the time limit is %i ms', (peer, forMs, view) => {
  const testCall = applyEvents(createTestCall(peer), [
    ...EVENTS_UNTIL_CONNECTED,
    { type: 'mediaMoved', state: 'failed' },
  ])
  expect(testCall.effects).toEqual([{ do: 'startGiveUpTimer', forMs }])
  expect(applyEvents(testCall, [{ type: 'giveUpTimerEnded' }]).connection.view).toMatchObject(view)
})

test('video is given up on poor quality, but not within a minute after the user asked for it', () => {
  const sample = { quality: 'poor', speaking: { me: false, them: true }, giveUpPictures: true } as const
  const at = 100_000
  const soundOnlyCall = applyEvents(live(), [{ type: 'soundOnlyChosen', isOn: false, at }])
  const soon = applyEvents(soundOnlyCall, [{ type: 'looked', look: sample, at: at + KEEP_VIDEO_MS }])
  expect([soon.connection.view.soundOnly, effectNames(soon)]).toEqual(['off', ['limit']])
  const later = applyEvents(soon, [{ type: 'looked', look: sample, at: at + KEEP_VIDEO_MS + 1 }])
  expect([later.connection.view.soundOnly, effectNames(later)]).toEqual(['self', ['limit', 'show', 'say']])
  expect(later.effects).toContainEqual({ do: 'show', media: { mic: true, camera: true }, pictures: false })
})

test('after the end the own microphone can be switched off, and nothing is sent', () => {
  const media = { mic: false, camera: false }
  const over = applyEvents(live(), [signalEvent({ type: 'ended', reason: 'completed' }), { type: 'shown', media }])
  expect(over.effects).toEqual([{ do: 'show', media, pictures: false }])
})

test('a server error is retried, and a refusal is not', () => {
  const phaseAfter = (code: 'UNAVAILABLE' | 'NO_CALL') =>
    applyEvents(live(), [signalEvent({ type: 'refused', code })]).connection.view.phase
  expect([phaseAfter('UNAVAILABLE'), phaseAfter('NO_CALL')]).toEqual(['live', 'over'])
})
