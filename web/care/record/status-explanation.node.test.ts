import { readFileSync } from 'node:fs'
import type { Consultation } from '@cuida/core/care/consultation.ts'
import { describe, expect, test } from 'vitest'
import { explanationKey } from './status-explanation.ts'

const noon = new Date('2026-11-21T12:00:00Z')
const at = (minutes: number) => new Date(noon.getTime() + minutes * 60_000).toISOString()
const action = (type: string, role = 'CLINICIAN') => ({ type, createdAt: at(0), user: { role } })
const one = (changes: object): Consultation =>
  ({
    status: 'QUEUED',
    type: 'on-demand',
    preferredContactMethod: 'video',
    startTime: null,
    missedCalls: 0,
    expectedWait: { from: 0, to: 15 },
    ahead: null,
    isHere: false,
    isAway: false,
    promisedBy: null,
    videoCallId: null,
    callState: 'none',
    actions: [],
    ...changes,
  }) as unknown as Consultation
const booked = { type: 'scheduled', expectedWait: null, startTime: at(0) }

/** The states of B4.11 and the key of each one's text. */
const STORIES: [string, object, string][] = [
  ['payment in progress', { status: 'PENDING' }, 'pending'],
  ['queued for a video call', {}, 'waiting.video'],
  ['queued for a phone call', { preferredContactMethod: 'phone' }, 'waiting.phone'],
  ['queued while no clinician is on duty', { expectedWait: null }, 'waiting.unknown'],
  ['queued, away from the app', { isAway: true }, 'away'],
  ['queued at closing time', { afterHoursSince: at(0), missedCalls: 1 }, 'shut'],
  [
    'queued with the first place at the next opening',
    { afterHoursSince: at(0), keptUntil: at(9), isAway: true },
    'kept',
  ],
  ['called and not reached', { missedCalls: 1 }, 'missed'],
  ['not reached, presence confirmed', { missedCalls: 2, isHere: true }, 'here'],
  ['booked for later', { ...booked, startTime: at(5) }, 'booked.video'],
  ['booked, with alternatives offered', { ...booked, startTime: at(5), timesOfferedFor: at(5) }, 'offered'],
  ['booked, within its first minute', booked, 'booked.video'],
  [
    'late clinician, the patient is next',
    { ...booked, startTime: at(-1), ahead: 0, expectedWait: { from: 0, to: 5 } },
    'late.soon',
  ],
  [
    'late clinician, with patients ahead',
    { ...booked, startTime: at(-9), ahead: 2, expectedWait: { from: 15, to: 30 } },
    'late.known',
  ],
  ['late clinician, unknown wait', { ...booked, startTime: at(-9), ahead: 0 }, 'late.unknown'],
  ['video consultation started', { status: 'ACTIVE' }, 'active.video'],
  ['phone consultation started', { status: 'ACTIVE', preferredContactMethod: 'phone' }, 'active.phone'],
  ['consultation started, away from the app', { status: 'ACTIVE', isAway: true }, 'active.phone'],
  ['ringing phone, whatever was requested', { status: 'ACTIVE', callState: 'ringing' }, 'ringing'],
  ['phone call in progress', { status: 'ACTIVE', callState: 'ongoing' }, 'talking'],
  ['ringing video call', { status: 'ACTIVE', callState: 'ringing', videoCallId: 'x' }, 'active.video'],
  ['call ended', { status: 'CLOSING' }, 'closing'],
  ['closed', { status: 'CLOSED' }, 'closed'],
  ['ended by a technical failure', { status: 'CLOSED_WITH_ERROR' }, 'closed_with_error'],
  [
    'ended by a technical failure and refunded',
    { status: 'CLOSED_WITH_ERROR', closedFor: 'technical-failure' },
    'technical',
  ],
  ['call ended and notes signed', { status: 'CLOSED', closedFor: 'completed' }, 'closed'],
  ['left by the patient', { status: 'CLOSED', closedFor: 'patient-left' }, 'left'],
  ['referred to a visit in person', { status: 'CLOSED', closedFor: 'in-person' }, 'in_person'],
  ['referred to emergency care', { status: 'CLOSED', closedFor: 'emergency' }, 'emergency'],
  ['wrong number', { missedCalls: 1, failedFor: 'WRONG_NUMBER' }, 'missed.number'],
  ['transferred to a colleague', { status: 'ACTIVE', isReassigned: true }, 'reassigned.video'],
  ['transferred, away from the app', { status: 'ACTIVE', isReassigned: true, isAway: true }, 'reassigned.phone'],
  [
    'cancelled after three missed calls',
    { status: 'CANCELLED', missedCalls: 3, actions: [action('CANCELLED', 'SYSTEM')] },
    'cancelled.missed',
  ],
  ['cancelled by the patient', { status: 'CANCELLED', actions: [action('CANCELLED', 'PATIENT')] }, 'cancelled.patient'],
  ['cancelled by the clinician', { status: 'CANCELLED', actions: [action('CANCELLED')] }, 'cancelled.clinician'],
  ['cancelled by the system', { status: 'CANCELLED', actions: [action('CANCELLED', 'SYSTEM')] }, 'cancelled.system'],
  ['not paid in time', { status: 'EXPIRED' }, 'expired'],
]

test.each(STORIES)('%s [B2.23] [B4.11] [B9.7]', (_, changes, key) =>
  expect(explanationKey(one(changes), noon)).toBe(key),
)

describe.each(['en', 'es', 'pt-BR'])('in %s', (language) => {
  const messages: Record<string, string> = JSON.parse(
    readFileSync(new URL(`../../../content/locales/${language}/care.json`, import.meta.url), 'utf8'),
  )
  const keys = [...new Set(STORIES.map(([_story, _told, key]) => key))]
  test.each(keys)('%s explains the current and the next step', (key) => {
    expect(messages[`care.story.${key}.now`]).toBeTruthy()
    expect(messages[`care.story.${key}.next`]).toBeTruthy()
  })
  test('every text in the catalogue is used', () => {
    const storyKeys = Object.keys(messages).flatMap((key) => /^care\.story\.(.+)\.now$/.exec(key)?.[1] ?? [])
    expect(storyKeys.filter((key) => !keys.includes(key) && key !== 'booked.phone')).toEqual([])
  })
})
