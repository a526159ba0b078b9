import { expect, test } from 'vitest'
import { type ActionType, happened } from '../../consultation/status/actions.ts'
import {
  type CallConnection,
  type CallRole,
  callEnd,
  isPolite,
  otherEnd,
  readClientSignal,
  readServerSignal,
} from './call-signal.ts'

const callId = '5f0c2c4e-6d0e-4f53-9c6e-0f4d6a1a2b3c'
const says = (signal: unknown) => readClientSignal(JSON.stringify(signal))
const hears = (signal: unknown) => readServerSignal(JSON.stringify(signal))
const sdp = (length: number) => ({
  type: 'description',
  callSession: 0,
  description: { type: 'answer', sdp: 'v'.repeat(length) },
})
const candidate = (more: object) => ({ type: 'candidate', callSession: 0, candidate: { candidate: '', ...more } })

test.each([
  ['a ticket opens the door', { type: 'join', ticket: 'abc' }],
  ['a page that was in a call says which', { type: 'join', ticket: 'abc', callId }],
  [
    'one whose line broke says where it was',
    { type: 'join', ticket: 'abc', callId, resume: { callSession: 3, heard: 7 } },
  ],
  ['sound alone', { type: 'media', mic: true, camera: false, soundOnly: true }],
  ['leaving what is not safe', { type: 'leave', unsafe: true }],
  ['a sign of life', { type: 'ping' }],
  ['a sealed offer', { type: 'description', callSession: 3, description: { type: 'offer', sdp: 'v=0' }, seal: 'abc' }],
  ['an offer', { type: 'description', callSession: 3, description: { type: 'offer', sdp: 'v=0' } }],
  ['a candidate', { type: 'candidate', callSession: 3, candidate: { candidate: 'candidate:1', sdpMid: '0' } }],
  ['the end of candidates', { type: 'candidate', callSession: 3, candidate: { candidate: '', sdpMLineIndex: 0 } }],
  [
    'a candidate with all that a browser says of it',
    candidate({
      candidate: 'c'.repeat(2_000),
      sdpMid: 'm'.repeat(64),
      sdpMLineIndex: 64,
      usernameFragment: 'u'.repeat(256),
    }),
  ],
  ['one of which it says nothing', candidate({ sdpMid: null, sdpMLineIndex: null, usernameFragment: null })],
  ['the longest description', sdp(40_000)],
  ['the longest seal', { ...sdp(3), seal: 's'.repeat(100) }],
  ['the longest ticket', { type: 'join', ticket: 't'.repeat(100) }],
  ['camera off', { type: 'media', mic: true, camera: false }],
  ['hanging up', { type: 'leave' }],
])('signal accepted: %s', (_, signal) => expect(says(signal)).toEqual(signal))

test.each([
  ['what only the server says', { type: 'ended', reason: 'completed' }],
  ['a word that nobody knows', { type: 'shout' }],
  [
    'a rollback, which is nobody else’s business',
    { type: 'description', callSession: 1, description: { type: 'rollback' } },
  ],
  ['a description without its call session', { type: 'description', description: { type: 'offer', sdp: 'v=0' } }],
  ['a fractional call session', { type: 'candidate', callSession: 0.5, candidate: { candidate: '' } }],
  ['a ticket that is not text', { type: 'join', ticket: 7 }],
  [
    'an endless seal',
    { type: 'description', callSession: 1, description: { type: 'offer', sdp: '' }, seal: 's'.repeat(101) },
  ],
  ['a description a letter too long', sdp(40_001)],
  ['a negative call session', { ...sdp(3), callSession: -1 }],
  ['a candidate a letter too long', candidate({ candidate: 'c'.repeat(2_001) })],
  ['one of an endless track', candidate({ sdpMid: 'm'.repeat(65) })],
  ['one of too many tracks', candidate({ sdpMLineIndex: 65 })],
  ['one of a track before the first', candidate({ sdpMLineIndex: -1 })],
  ['one of half a track', candidate({ sdpMLineIndex: 0.5 })],
  ['one of an endless name', candidate({ usernameFragment: 'u'.repeat(257) })],
  ['half a resumption', { type: 'join', ticket: 'abc', resume: { callSession: 3 } }],
  ['an endless ticket', { type: 'join', ticket: 'x'.repeat(101) }],
  ['nothing', null],
  ['a list', [{ type: 'leave' }]],
])('signal refused: %s', (_, signal) => expect(says(signal)).toBeUndefined())

test('unknown fields of a signal are not relayed', () =>
  expect(says({ type: 'media', mic: true, camera: true, name: 'Ana' })).toEqual({
    type: 'media',
    mic: true,
    camera: true,
  }))

test('text that is not JSON is no signal', () => {
  expect(readClientSignal('{"type":')).toBeUndefined()
  expect(readServerSignal('hello')).toBeUndefined()
})

const joined = {
  type: 'joined',
  callId,
  role: 'patient',
  polite: true,
  callSession: 1,
  peerPresent: false,
  iceServers: [],
}
const turn = {
  urls: ['turn:relay.example:3478', 'turns:relay.example:5349'],
  username: '1764000000',
  credential: 'abc',
}

test.each<[string, object]>([
  ['the room', joined],
  ['the way through a relay', { ...joined, iceServers: [{ urls: ['stun:relay.example'] }, turn], relayOnly: true }],
  ['the room that somebody comes back to', { ...joined, role: 'guest', peerPresent: true, resumed: true }],
  ['a sign of life', { type: 'pong' }],
  ['that they came', { type: 'peer-joined', callSession: 2 }],
  ['that their line is back', { type: 'peer-back', n: 4 }],
  ['that they hung up', { type: 'peer-left', reason: 'left' }],
  ['that their line broke', { type: 'peer-left', reason: 'lost', n: 5 }],
  ['that they heard nothing that is sealed', { type: 'peer-left', reason: 'unsafe' }],
  ['that they answered not now', { type: 'peer-declined' }],
  ['their offer, at its place', { ...sdp(3), seal: 'abc', n: 1 }],
  ['their candidate', { ...candidate({ candidate: 'candidate:1' }), n: 2 }],
  ['what they show', { type: 'media', mic: false, camera: true, soundOnly: false, n: 3 }],
  ...(['completed', 'ended', 'missed', 'switched', 'removed'] as const).map((reason): [string, object] => [
    `the end: ${reason}`,
    { type: 'ended', reason },
  ]),
  ...(['TICKET_REFUSED', 'NO_CALL', 'UNAVAILABLE'] as const).map((code): [string, object] => [
    `why there is no room: ${code}`,
    { type: 'refused', code },
  ]),
])('a page accepts the server signal %s', (_, signal) => expect(hears(signal)).toEqual(signal))

test.each([
  ['what only pages say', { type: 'join', ticket: 'abc' }],
  ['an end that is none', { type: 'ended', reason: 'bored' }],
  ['a place before the first', { type: 'peer-back', n: -1 }],
  ['a room without a call', { ...joined, callId: '' }],
  ['a relay without an address', { ...joined, iceServers: [{ username: 'a' }] }],
])('a page ignores the server signal %s', (_, signal) => expect(hears(signal)).toBeUndefined())

test.each<[CallConnection, CallRole, CallRole]>([
  ['main', 'patient', 'clinician'],
  ['patient-guest', 'guest', 'patient'],
  ['clinician-guest', 'guest', 'clinician'],
])('on the connection %s the end %s is polite and %s makes the first offer', (connection, polite, impolite) => {
  expect(otherEnd(connection, polite)).toBe(impolite)
  expect(otherEnd(connection, impolite)).toBe(polite)
  expect(isPolite(connection, polite)).toBe(true)
  expect(isPolite(connection, impolite)).toBe(false)
})

test.each<[string, ActionType[], string]>([
  ['they talked', ['VIDEO_CALL_COMPLETED', 'CLOSED'], 'completed'],
  ['nobody came', ['VIDEO_CALL_FAILED', 'UNASSIGNED'], 'missed'],
  ['it goes on by phone', ['VIDEO_CALL_ENDED', 'PHONE_CALL_STARTED'], 'switched'],
  ['it dropped', ['VIDEO_CALL_ENDED'], 'ended'],
  ['it dropped and is rung again', ['VIDEO_CALL_ENDED', 'VIDEO_CALL_STARTED'], 'ended'],
  ['technology gave up', ['VIDEO_CALL_ENDED', 'CLOSED_WITH_ERROR'], 'ended'],
])('%s', (_, since, end) => expect(callEnd(since.map((type) => happened(type, 'CLINICIAN')))).toBe(end))
