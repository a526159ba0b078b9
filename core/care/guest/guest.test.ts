import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { ConsultationStatus } from '../../consultation/status/status.ts'
import { Guest, guestDoor, guestState, mayInvite } from './guest.ts'

const noon = new Date('2026-11-21T12:00:00Z')
const at = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
const agreed = { consentedAt: at(-60), endedAt: null }
const asked = { consentedAt: null, endedAt: null }
const revoked = { consentedAt: at(-60), endedAt: at(-1) }

test.each<[string, Parameters<typeof guestDoor>[0], ConsultationStatus, number | null, string]>([
  ['a minute more than a quarter of an hour before is too early', agreed, 'QUEUED', 16, 'early'],
  ['exactly a quarter of an hour before is not', agreed, 'QUEUED', 15, 'open'],
  ['a clinician who begins before the hour lets the guest in, too', agreed, 'ACTIVE', 16, 'open'],
  ['who is late still comes in', agreed, 'QUEUED', -30, 'open'],
  ['on demand there is no hour to be early for', agreed, 'QUEUED', null, 'open'],
  ['without the patient’s consent it stays shut', asked, 'ACTIVE', null, 'asked'],
  ['and a revoked one is closed', revoked, 'ACTIVE', null, 'closed'],
  ['as is one that nobody agreed to and was revoked', { consentedAt: null, endedAt: at(-1) }, 'QUEUED', 0, 'closed'],
  ['an unpaid one opens nothing', agreed, 'PENDING', 0, 'closed'],
  ['they talked: it is over', agreed, 'CLOSING', 0, 'closed'],
  ['closed', agreed, 'CLOSED', 0, 'closed'],
  ['broken down', agreed, 'CLOSED_WITH_ERROR', 0, 'closed'],
  ['being cancelled', agreed, 'CANCELLING', 5, 'closed'],
  ['cancelled', agreed, 'CANCELLED', 5, 'closed'],
  ['never paid', agreed, 'EXPIRED', 5, 'closed'],
])('a guest’s link: %s', (_, invitation, status, minutes, door) =>
  expect(guestDoor(invitation, { status, startTime: minutes === null ? null : at(minutes) }, noon)).toBe(door),
)

test.each<[ConsultationStatus, 'phone' | 'video', 'phone' | 'video' | undefined, boolean]>([
  ['QUEUED', 'video', undefined, true],
  ['ACTIVE', 'video', undefined, true],
  ['ACTIVE', 'video', 'phone', true],
  ['ACTIVE', 'phone', 'video', true],
  ['ACTIVE', 'phone', 'phone', false],
  ['QUEUED', 'phone', undefined, false],
  ['PENDING', 'video', undefined, false],
  ['CLOSING', 'video', undefined, false],
  ['CLOSED', 'video', undefined, false],
  ['CANCELLING', 'video', undefined, false],
])(
  'a guest may be invited to a consultation that is %s, requested as %s and now on %s: %s',
  (status, method, medium, may) => expect(mayInvite(status, method, medium)).toBe(may),
)

test.each<[string, Parameters<typeof guestState>[0], ConsultationStatus, string]>([
  ['waits for the patient’s yes', { ...asked, joinedAt: null, isInside: false }, 'ACTIVE', 'asked'],
  ['has a link', { ...agreed, joinedAt: null, isInside: false }, 'ACTIVE', 'invited'],
  ['is in the call', { ...agreed, joinedAt: at(-5), isInside: true }, 'ACTIVE', 'inside'],
  ['was in it and may come back', { ...agreed, joinedAt: at(-5), isInside: false }, 'ACTIVE', 'away'],
  ['was taken out', { ...revoked, joinedAt: at(-5), isInside: true }, 'ACTIVE', 'over'],
  ['was there until the end', { ...agreed, joinedAt: at(-5), isInside: false }, 'CLOSED', 'over'],
])('state of a guest who %s', (_, invitation, status, state) => expect(guestState(invitation, status)).toBe(state))

const invitation = {
  id: '5f0c2c4e-6d0e-4f53-9c6e-0f4d6a1a2b3c',
  kind: 'interpreter',
  name: 'Luis',
  invitedBy: 'clinician',
  state: 'asked',
  joinedAt: null,
  leftAt: null,
}

test("patient and clinician see a guest's name and times, and never the link [B2.30]", () => {
  const seen = { ...invitation, kind: 'companion', invitedBy: 'patient', joinedAt: '2026-11-21T12:00:00Z' }
  expect(v.parse(Guest, { ...seen, token: 'x', link: 'https://x.example' })).toEqual(seen)
  for (const state of ['asked', 'invited', 'inside', 'away', 'over'])
    expect(v.parse(Guest, { ...invitation, state })).toEqual({ ...invitation, state })
})

test.each([
  ['a spectator', { kind: 'spectator' }],
  ['invited by another guest', { invitedBy: 'guest' }],
  ['somewhere in between', { state: 'lurking' }],
])('%s is not a valid guest kind', (_, change) => expect(v.is(Guest, { ...invitation, ...change })).toBe(false))
