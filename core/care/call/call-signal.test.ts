import { expect, test } from 'vitest'
import { type ActionType, createAction } from '../../consultation/status/actions.ts'
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
const parseClient = (signal: unknown) => readClientSignal(JSON.stringify(signal))
const parseServer = (signal: unknown) => readServerSignal(JSON.stringify(signal))
const sdp = (length: number) => ({
  type: 'description',
  callSession: 0,
  description: { type: 'answer', sdp: 'v'.repeat(length) },
})
const candidate = (more: object) => ({ type: 'candidate', callSession: 0, candidate: { candidate: '', ...more } })

test.each([
  ['join with a ticket', { type: 'join', ticket: 'abc' }],
  ['join with the earlier call', { type: 'join', ticket: 'abc', callId }],
  ['join with a resumption', { type: 'join', ticket: 'abc', callId, resume: { callSession: 3, heard: 7 } }],
  ['media without video in both directions', { type: 'media', mic: true, camera: false, soundOnly: true }],
  ['leave as unsafe', { type: 'leave', unsafe: true }],
  ['ping', { type: 'ping' }],
  [
    'an offer with a signature',
    { type: 'description', callSession: 3, description: { type: 'offer', sdp: 'v=0' }, signature: 'abc' },
  ],
  ['an offer', { type: 'description', callSession: 3, description: { type: 'offer', sdp: 'v=0' } }],
  ['a candidate', { type: 'candidate', callSession: 3, candidate: { candidate: 'candidate:1', sdpMid: '0' } }],
  ['the end of candidates', { type: 'candidate', callSession: 3, candidate: { candidate: '', sdpMLineIndex: 0 } }],
  [
    'a candidate with all fields',
    candidate({
      candidate: 'c'.repeat(2_000),
      sdpMid: 'm'.repeat(64),
      sdpMLineIndex: 64,
      usernameFragment: 'u'.repeat(256),
    }),
  ],
  ['a candidate with empty fields', candidate({ sdpMid: null, sdpMLineIndex: null, usernameFragment: null })],
  ['the longest description', sdp(40_000)],
  ['the longest signature', { ...sdp(3), signature: 's'.repeat(100) }],
  ['the longest ticket', { type: 'join', ticket: 't'.repeat(100) }],
  ['camera off', { type: 'media', mic: true, camera: false }],
  ['leave', { type: 'leave' }],
])('signal accepted: %s', (_, signal) => expect(parseClient(signal)).toEqual(signal))

test.each([
  ['a signal of the server', { type: 'ended', reason: 'completed' }],
  ['an unknown type', { type: 'shout' }],
  ['a rollback, which is local', { type: 'description', callSession: 1, description: { type: 'rollback' } }],
  ['a description without its call session', { type: 'description', description: { type: 'offer', sdp: 'v=0' } }],
  ['a fractional call session', { type: 'candidate', callSession: 0.5, candidate: { candidate: '' } }],
  ['a ticket that is not text', { type: 'join', ticket: 7 }],
  [
    'a signature that is too long',
    { type: 'description', callSession: 1, description: { type: 'offer', sdp: '' }, signature: 's'.repeat(101) },
  ],
  ['a description that is too long', sdp(40_001)],
  ['a negative call session', { ...sdp(3), callSession: -1 }],
  ['a candidate that is too long', candidate({ candidate: 'c'.repeat(2_001) })],
  ['a candidate with a long track id', candidate({ sdpMid: 'm'.repeat(65) })],
  ['a candidate with a high track number', candidate({ sdpMLineIndex: 65 })],
  ['a candidate with a negative track number', candidate({ sdpMLineIndex: -1 })],
  ['a candidate with a fractional track number', candidate({ sdpMLineIndex: 0.5 })],
  ['a candidate with a long user name', candidate({ usernameFragment: 'u'.repeat(257) })],
  ['an incomplete resumption', { type: 'join', ticket: 'abc', resume: { callSession: 3 } }],
  ['a ticket that is too long', { type: 'join', ticket: 'x'.repeat(101) }],
  ['nothing', null],
  ['a list', [{ type: 'leave' }]],
])('signal refused: %s', (_, signal) => expect(parseClient(signal)).toBeUndefined())

test('unknown fields of a signal are not relayed', () =>
  expect(parseClient({ type: 'media', mic: true, camera: true, name: 'Ana' })).toEqual({
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
  ['joined', joined],
  ['joined with a TURN server', { ...joined, iceServers: [{ urls: ['stun:relay.example'] }, turn], relayOnly: true }],
  ['joined with a resumption', { ...joined, role: 'guest', peerPresent: true, resumed: true }],
  ['pong', { type: 'pong' }],
  ['peer-joined', { type: 'peer-joined', callSession: 2 }],
  ['peer-back', { type: 'peer-back', n: 4 }],
  ['peer-left after hanging up', { type: 'peer-left', reason: 'left' }],
  ['peer-left after a lost connection', { type: 'peer-left', reason: 'lost', n: 5 }],
  ['peer-left as unsafe', { type: 'peer-left', reason: 'unsafe' }],
  ['peer-declined', { type: 'peer-declined' }],
  ['a relayed offer with its number', { ...sdp(3), signature: 'abc', n: 1 }],
  ['a relayed candidate', { ...candidate({ candidate: 'candidate:1' }), n: 2 }],
  ['relayed media', { type: 'media', mic: false, camera: true, soundOnly: false, n: 3 }],
  ...(['completed', 'ended', 'missed', 'switched', 'removed'] as const).map((reason): [string, object] => [
    `the end: ${reason}`,
    { type: 'ended', reason },
  ]),
  ...(['TICKET_REFUSED', 'NO_CALL', 'UNAVAILABLE'] as const).map((code): [string, object] => [
    `why there is no room: ${code}`,
    { type: 'refused', code },
  ]),
])('a page accepts the server signal %s', (_, signal) => expect(parseServer(signal)).toEqual(signal))

test.each([
  ['a signal of a page', { type: 'join', ticket: 'abc' }],
  ['an unknown reason', { type: 'ended', reason: 'bored' }],
  ['a negative number', { type: 'peer-back', n: -1 }],
  ['joined without a call', { ...joined, callId: '' }],
  ['joined with a TURN server without a URL', { ...joined, iceServers: [{ username: 'a' }] }],
])('a page ignores the server signal %s', (_, signal) => expect(parseServer(signal)).toBeUndefined())

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
  ['a call is completed after a talk', ['VIDEO_CALL_COMPLETED', 'CLOSED'], 'completed'],
  ['a call without the patient is missed', ['VIDEO_CALL_FAILED', 'UNASSIGNED'], 'missed'],
  ['a call that continues by phone is switched', ['VIDEO_CALL_ENDED', 'PHONE_CALL_STARTED'], 'switched'],
  ['a dropped call is ended', ['VIDEO_CALL_ENDED'], 'ended'],
  ['a dropped call that rings again is ended', ['VIDEO_CALL_ENDED', 'VIDEO_CALL_STARTED'], 'ended'],
  ['a call in a technical failure is ended', ['VIDEO_CALL_ENDED', 'CLOSED_WITH_ERROR'], 'ended'],
])('%s', (_, since, end) => expect(callEnd(since.map((type) => createAction(type, 'CLINICIAN')))).toBe(end))
