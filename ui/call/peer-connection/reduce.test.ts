import { expect, test } from 'vitest'
import type { PeerConnection, PeerConnectionEvent } from './peer-connection.ts'
import { AGAIN_MS, GIVE_UP_MS, GUEST_AWAY_MS, joinOf } from './reduce.ts'
import {
  arrives,
  candidate,
  createTestCall,
  description,
  joined,
  LIVE,
  play,
  REMOTE,
  said,
  TICKET,
} from './test-peer-connection.ts'

const live = () => play(createTestCall(), LIVE)
const effectNames = ({ effects }: ReturnType<typeof play>) => effects.map((effect) => effect.do)

test('with the other side there a connection is opened, and they hear what of mine is on', () => {
  const met = play(createTestCall(), LIVE.slice(0, 3))
  expect(met.connection.view.phase).toBe('connecting')
  expect(effectNames(met)).toEqual(['connect', 'show', 'say', 'beginPatience'])
  expect(live().connection.view).toMatchObject({ phase: 'live', remote: REMOTE, broken: undefined })
})

test('the other side leaves and is waited for; they return, and a new connection opens', () => {
  const alone = play(live(), [said({ type: 'peer-left', reason: 'left' })])
  expect(alone.connection.view).toMatchObject({ phase: 'waiting', remote: undefined })
  expect(effectNames(alone)).toEqual(['disconnect'])
  const again = play(alone, [said({ type: 'peer-joined', callSession: 2 })])
  expect(again).toMatchObject({ openSession: 2, connection: { view: { phase: 'connecting' } } })
})

test('the line breaks while media flows: it is joined again with what was heard, and nothing is opened anew', () => {
  const heard = play(live(), [...arrives({ ...candidate(1), n: 7 }), { type: 'lineBroke' }])
  expect(heard.connection.view.phase).toBe('live')
  expect(joinOf(heard.connection, 'second', true)).toMatchObject({
    ticket: 'second',
    resume: { callSession: 1, heard: 7 },
  })
  const back = play(heard, arrives(joined({ resumed: true })))
  expect([back.openSession, effectNames(back)]).toEqual([1, ['say']])
})

test('the network goes and comes back: the picture is frozen until they are met anew', () => {
  const cut = play(live(), [{ type: 'lineBroke' }, { type: 'mediaMoved', state: 'disconnected' }])
  expect(cut.connection.view).toMatchObject({ phase: 'reconnecting', broken: 'mine', remote: REMOTE })
  expect(joinOf(cut.connection, 'second', false)).not.toHaveProperty('resume')
  const back = play(cut, arrives(joined({ callSession: 2 })))
  expect(back).toMatchObject({ openSession: 2, connection: { view: { phase: 'reconnecting', remote: REMOTE } } })
  expect(effectNames(back)).toEqual(['disconnect', 'connect', 'show', 'say'])
  const again = play(back, [{ type: 'mediaMoved', state: 'connected' }])
  expect([again.connection.view.phase, effectNames(again)]).toEqual(['live', ['show', 'endPatience']])
})

test('a ticket that is bought anew while coming back vouches for what is said from then on', () => {
  const ticket = { ...TICKET, ticket: 'second', signature: 'new' }
  const { signature, ...offer } = description(1)
  const { effects } = play(live(), [
    { type: 'lineBroke' },
    { type: 'ticketBought', ticket },
    ...arrives(joined({ resumed: true })),
    { type: 'negotiated', signal: offer },
  ])
  expect(effects).toEqual([{ do: 'say', signal: { ...offer, signature: 'new' } }])
  expect(signature).toBe('theirs')
})

test('whose connection broke is told as far as it is known', () => {
  const theirs: PeerConnectionEvent[] = [
    said({ type: 'peer-left', reason: 'lost' }),
    { type: 'mediaMoved', state: 'failed' },
  ]
  expect(play(live(), theirs).connection.view.broken).toBe('theirs')
  expect(play(live(), [...theirs].reverse()).connection.view.broken).toBe('theirs')
  expect(play(live(), [...theirs, { type: 'lineBroke' }]).connection.view.broken).toBe('mine')
})

test('media that is stuck is begun anew, unless the other side is known to be away', () => {
  expect(effectNames(play(live(), [{ type: 'mediaStuck' }]))).toEqual(['renewLine'])
  const away = play(live(), [said({ type: 'peer-left', reason: 'lost' })])
  expect(effectNames(play(away, [{ type: 'mediaStuck' }]))).toEqual([])
  const back = play(away, [{ type: 'mediaMoved', state: 'failed' }, said({ type: 'peer-back' })])
  expect(effectNames(back)).toEqual(['renewLine'])
})

test('a description is taken once its seal was looked at; one that is not theirs ends the call', () => {
  const asked = play(live(), [said(description(1))])
  expect(effectNames(asked)).toEqual(['checkSeal'])
  const answered = (isTheirs: boolean) => play(asked, [{ type: 'sealChecked', signal: description(1), isTheirs }])
  expect(answered(true).effects).toEqual([{ do: 'give', signal: description(1) }])
  expect(answered(false)).toMatchObject({ isClosed: true, connection: { view: { phase: 'over', end: 'unsafe' } } })
  expect(answered(false).effects[0]).toEqual({ do: 'say', signal: { type: 'leave', unsafe: true } })
})

test('what was meant for another pair of pages is not heard', () => {
  expect(effectNames(play(live(), [said(description(2))]))).toEqual([])
  expect(effectNames(play(live(), [said(candidate(2))]))).toEqual([])
})

test.each<[PeerConnection['peer'], number, object]>([
  ['clinician', GIVE_UP_MS, { phase: 'over', end: 'lost' }],
  ['patient', GIVE_UP_MS, { phase: 'over', end: 'lost' }],
  ['guest', GUEST_AWAY_MS, { phase: 'waiting', remote: undefined }],
])('without media to a %s patience lasts %i ms', (peer, forMs, view) => {
  const cut = play(createTestCall(peer), [...LIVE, { type: 'mediaMoved', state: 'failed' }])
  expect(cut.effects).toEqual([{ do: 'beginPatience', forMs }])
  expect(play(cut, [{ type: 'patienceEnded' }]).connection.view).toMatchObject(view)
})

test('pictures are given up when it is poor, and not within a minute of being asked for', () => {
  const look = { quality: 'poor', speaking: { me: false, them: true }, giveUpPictures: true } as const
  const at = 100_000
  const wanted = play(live(), [{ type: 'soundOnlyChosen', isOn: false, at }])
  const soon = play(wanted, [{ type: 'looked', look, at: at + AGAIN_MS }])
  expect([soon.connection.view.soundOnly, effectNames(soon)]).toEqual(['off', ['limit']])
  const later = play(soon, [{ type: 'looked', look, at: at + AGAIN_MS + 1 }])
  expect([later.connection.view.soundOnly, effectNames(later)]).toEqual(['self', ['limit', 'show', 'say']])
  expect(later.effects).toContainEqual({ do: 'show', media: { mic: true, camera: true }, pictures: false })
})

test('after the end the own microphone can still be switched off, and nobody is told', () => {
  const media = { mic: false, camera: false }
  const over = play(live(), [said({ type: 'ended', reason: 'completed' }), { type: 'shown', media }])
  expect(over.effects).toEqual([{ do: 'show', media, pictures: false }])
})

test('a server that is not well is asked again; one that refuses is not', () => {
  const told = (code: 'UNAVAILABLE' | 'NO_CALL') =>
    play(live(), [said({ type: 'refused', code })]).connection.view.phase
  expect([told('UNAVAILABLE'), told('NO_CALL')]).toEqual(['live', 'over'])
})
