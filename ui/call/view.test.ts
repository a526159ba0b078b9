import { CALL_CLOSE } from '@cuida/core/care/call/call-signal.ts'
import { expect, test } from 'vitest'
import { type CallView, callNoticeKey, overBy, START, tileOf } from './view.ts'

const remote = {} as MediaStream
const live: CallView = { ...START, phase: 'live', remote }
const peer = START.peer

test.each<[string, Partial<CallView>, string]>([
  ['all is well', {}, 'live'],
  ['their camera is off', { peer: { ...peer, camera: false } }, 'cameraOff'],
  ['the connection is slow', { quality: 'weak' }, 'weak'],
  ['I want sound only', { soundOnly: 'chosen' }, 'soundOnly'],
  ['they want sound only', { peer: { ...peer, soundOnly: true } }, 'soundOnly'],
  ['media stands still', { phase: 'reconnecting' }, 'frozen'],
  ['nothing was seen yet', { phase: 'reconnecting', remote: undefined }, 'connecting'],
  ['they are not there yet', { phase: 'waiting', remote: undefined }, 'connecting'],
  ['it is over', { phase: 'over' }, 'ended'],
])('the other side’s tile when %s', (_, disconnect, state) => expect(tileOf({ ...live, ...disconnect })).toBe(state))

test.each<[string, Partial<CallView>, string | undefined]>([
  ['nothing when all is well', {}, undefined],
  ['whose connection broke: mine', { phase: 'reconnecting', broken: 'mine' }, 'reconnecting.mine'],
  ['whose connection broke: theirs', { phase: 'reconnecting', broken: 'theirs' }, 'reconnecting.theirs'],
  ['that sound goes first, before that it is slow', { soundOnly: 'self', quality: 'poor' }, 'soundFirst'],
  ['that they are muted, before that it is slow', { peer: { ...peer, mic: false }, quality: 'weak' }, 'muted'],
  [
    'that their microphone stopped, before all else',
    { peer: { ...peer, mic: false, micStopped: true }, soundOnly: 'self' },
    'theirMicStopped',
  ],
  [
    'that their camera stopped, before that it is slow',
    { peer: { ...peer, cameraStopped: true }, quality: 'weak' },
    'theirCameraStopped',
  ],
  ['that it is slow', { quality: 'weak' }, 'quality.weak'],
  ['nothing of the quality of what is not on', { phase: 'waiting', quality: 'poor' }, undefined],
])('what is said of a call: %s', (_, disconnect, notice) =>
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
])('who is sent away with %i: %s', (code, end) => expect(overBy(code)).toBe(end))
