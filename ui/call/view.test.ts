import { CALL_CLOSE } from '@cuida/core/care/call/call-signal.ts'
import { expect, test } from 'vitest'
import { type CallView, callNoticeKey, callOverReason, INITIAL_CALL_VIEW, tileState } from './view.ts'

const remote = {} as MediaStream
const live: CallView = { ...INITIAL_CALL_VIEW, phase: 'live', remote }
const peer = INITIAL_CALL_VIEW.peer

test.each<[string, Partial<CallView>, string]>([
  ['all is well', {}, 'live'],
  ['their camera is off', { peer: { ...peer, camera: false } }, 'cameraOff'],
  ['the connection is slow', { quality: 'weak' }, 'weak'],
  ['the user chose audio only', { soundOnly: 'chosen' }, 'soundOnly'],
  ['the other side chose audio only', { peer: { ...peer, soundOnly: true } }, 'soundOnly'],
  ['media is interrupted', { phase: 'reconnecting' }, 'frozen'],
  ['no media has arrived yet', { phase: 'reconnecting', remote: undefined }, 'connecting'],
  ['the other side has not joined', { phase: 'waiting', remote: undefined }, 'connecting'],
  ['it is over', { phase: 'over' }, 'ended'],
])('the other side’s tile when %s', (_, disconnect, state) => expect(tileState({ ...live, ...disconnect })).toBe(state))

test.each<[string, Partial<CallView>, string | undefined]>([
  ['none when all is well', {}, undefined],
  ['the own connection broke', { phase: 'reconnecting', broken: 'mine' }, 'reconnecting.mine'],
  ['the other connection broke', { phase: 'reconnecting', broken: 'theirs' }, 'reconnecting.theirs'],
  ['audio only goes before a slow connection', { soundOnly: 'self', quality: 'poor' }, 'soundFirst'],
  ['a muted peer goes before a slow connection', { peer: { ...peer, mic: false }, quality: 'weak' }, 'muted'],
  [
    'a stopped microphone goes before everything',
    { peer: { ...peer, mic: false, micStopped: true }, soundOnly: 'self' },
    'theirMicStopped',
  ],
  [
    'a stopped camera goes before a slow connection',
    { peer: { ...peer, cameraStopped: true }, quality: 'weak' },
    'theirCameraStopped',
  ],
  ['a slow connection', { quality: 'weak' }, 'quality.weak'],
  ['no quality notice before media flows', { phase: 'waiting', quality: 'poor' }, undefined],
])('the notice of a call: %s', (_, disconnect, notice) =>
  expect(callNoticeKey({ ...live, ...disconnect })).toBe(notice),
)

test.each([
  [CALL_CLOSE.ended, 'ended'],
  [CALL_CLOSE.replaced, 'replaced'],
  [CALL_CLOSE.left, 'left'],
  [CALL_CLOSE.sessionEnded, 'refused'],
  [CALL_CLOSE.refused, 'refused'],
  [CALL_CLOSE.misbehaved, 'refused'],
  [CALL_CLOSE.restart, undefined],
  [CALL_CLOSE.unavailable, undefined],
  [1006, undefined],
])('close code %i: %s', (code, end) => expect(callOverReason(code)).toBe(end))
