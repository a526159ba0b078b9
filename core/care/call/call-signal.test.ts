import { expect, test } from 'vitest'
import { type ActionType, happened } from '../actions.ts'
import { callEnd, readClientSignal, readServerSignal } from './call-signal.ts'

const callId = '5f0c2c4e-6d0e-4f53-9c6e-0f4d6a1a2b3c'
const says = (signal: unknown) => readClientSignal(JSON.stringify(signal))

test.each([
  ['a ticket opens the door', { type: 'join', ticket: 'abc' }],
  ['a page that was in a call says which', { type: 'join', ticket: 'abc', callId }],
  ['one whose line broke says where it was', { type: 'join', ticket: 'abc', callId, resume: { pairing: 3, heard: 7 } }],
  ['sound alone', { type: 'media', mic: true, camera: false, soundOnly: true }],
  ['leaving what is not safe', { type: 'leave', unsafe: true }],
  ['a sign of life', { type: 'ping' }],
  ['a sealed offer', { type: 'description', pairing: 3, description: { type: 'offer', sdp: 'v=0' }, seal: 'abc' }],
  ['an offer', { type: 'description', pairing: 3, description: { type: 'offer', sdp: 'v=0' } }],
  ['a candidate', { type: 'candidate', pairing: 3, candidate: { candidate: 'candidate:1', sdpMid: '0' } }],
  ['the end of candidates', { type: 'candidate', pairing: 3, candidate: { candidate: '', sdpMLineIndex: 0 } }],
  ['camera off', { type: 'media', mic: true, camera: false }],
  ['hanging up', { type: 'leave' }],
])('%s is understood', (_, signal) => expect(says(signal)).toEqual(signal))

test.each([
  ['what only the server says', { type: 'ended', reason: 'completed' }],
  ['a word that nobody knows', { type: 'shout' }],
  [
    'a rollback, which is nobody else’s business',
    { type: 'description', pairing: 1, description: { type: 'rollback' } },
  ],
  ['a description without its pairing', { type: 'description', description: { type: 'offer', sdp: 'v=0' } }],
  [
    'a bottomless description',
    { type: 'description', pairing: 1, description: { type: 'offer', sdp: 'v'.repeat(40_001) } },
  ],
  ['a half pairing', { type: 'candidate', pairing: 0.5, candidate: { candidate: '' } }],
  ['a ticket that is not text', { type: 'join', ticket: 7 }],
  [
    'an endless seal',
    { type: 'description', pairing: 1, description: { type: 'offer', sdp: '' }, seal: 's'.repeat(101) },
  ],
  ['half a resumption', { type: 'join', ticket: 'abc', resume: { pairing: 3 } }],
  ['an endless ticket', { type: 'join', ticket: 'x'.repeat(101) }],
  ['nothing', null],
  ['a list', [{ type: 'leave' }]],
])('%s is not', (_, signal) => expect(says(signal)).toBeUndefined())

test('what a sender adds is not passed on', () =>
  expect(says({ type: 'media', mic: true, camera: true, name: 'Ana' })).toEqual({
    type: 'media',
    mic: true,
    camera: true,
  }))

test('what is not JSON is no signal', () => {
  expect(readClientSignal('{"type":')).toBeUndefined()
  expect(readServerSignal('hello')).toBeUndefined()
})

test('the other side’s signals arrive as they were sent', () => {
  const joined = {
    type: 'joined',
    callId,
    role: 'patient',
    polite: true,
    pairing: 1,
    peerPresent: false,
    iceServers: [],
  }
  expect(readServerSignal(JSON.stringify(joined))).toEqual(joined)
  expect(readServerSignal(JSON.stringify({ type: 'peer-left', reason: 'lost' }))).toEqual({
    type: 'peer-left',
    reason: 'lost',
  })
  expect(readServerSignal(JSON.stringify({ type: 'join', ticket: 'abc' }))).toBeUndefined()
})

test.each<[string, ActionType[], string]>([
  ['they talked', ['VIDEO_CALL_COMPLETED', 'CLOSED'], 'completed'],
  ['nobody came', ['VIDEO_CALL_FAILED', 'UNASSIGNED'], 'missed'],
  ['it goes on by phone', ['VIDEO_CALL_ENDED', 'PHONE_CALL_STARTED'], 'switched'],
  ['it dropped', ['VIDEO_CALL_ENDED'], 'ended'],
  ['it dropped and is rung again', ['VIDEO_CALL_ENDED', 'VIDEO_CALL_STARTED'], 'ended'],
  ['technology gave up', ['VIDEO_CALL_ENDED', 'CLOSED_WITH_ERROR'], 'ended'],
])('%s', (_, since, end) => expect(callEnd(since.map((type) => happened(type, 'CLINICIAN')))).toBe(end))
