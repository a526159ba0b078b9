import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { ConsultationStatus } from '../../consultation/status/status.ts'
import { Guest, guestLinkState, guestState, mayInvite } from './guest.ts'

const noon = new Date('2026-11-21T12:00:00Z')
const at = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
const agreed = { consentedAt: at(-60), endedAt: null }
const pendingInvitation = { consentedAt: null, endedAt: null }
const revoked = { consentedAt: at(-60), endedAt: at(-1) }

test.each<[string, Parameters<typeof guestLinkState>[0], ConsultationStatus, number | null, string]>([
  ['is early a minute before the quarter of an hour', agreed, 'QUEUED', 16, 'early'],
  ['opens exactly a quarter of an hour before the start', agreed, 'QUEUED', 15, 'open'],
  ['opens when the clinician starts early', agreed, 'ACTIVE', 16, 'open'],
  ['opens for a guest who is late', agreed, 'QUEUED', -30, 'open'],
  ['is never early on demand', agreed, 'QUEUED', null, 'open'],
  ['waits for the patient’s consent', pendingInvitation, 'ACTIVE', null, 'asked'],
  ['is closed after it was revoked', revoked, 'ACTIVE', null, 'closed'],
  ['is closed after it was revoked without consent', { consentedAt: null, endedAt: at(-1) }, 'QUEUED', 0, 'closed'],
  ['is closed before the payment', agreed, 'PENDING', 0, 'closed'],
  ['is closed after the talk', agreed, 'CLOSING', 0, 'closed'],
  ['is closed after the consultation', agreed, 'CLOSED', 0, 'closed'],
  ['is closed after a technical failure', agreed, 'CLOSED_WITH_ERROR', 0, 'closed'],
  ['is closed while the consultation is being cancelled', agreed, 'CANCELLING', 5, 'closed'],
  ['is closed after the cancellation', agreed, 'CANCELLED', 5, 'closed'],
  ['is closed after the payment failed', agreed, 'EXPIRED', 5, 'closed'],
])('a guest’s link %s', (_, invitation, status, minutes, linkState) =>
  expect(guestLinkState(invitation, { status, startTime: minutes === null ? null : at(minutes) }, noon)).toBe(
    linkState,
  ),
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
  ['waits for the patient’s consent', { ...pendingInvitation, joinedAt: null, isInside: false }, 'ACTIVE', 'asked'],
  ['has a link', { ...agreed, joinedAt: null, isInside: false }, 'ACTIVE', 'invited'],
  ['is in the call', { ...agreed, joinedAt: at(-5), isInside: true }, 'ACTIVE', 'inside'],
  ['was in it and may come back', { ...agreed, joinedAt: at(-5), isInside: false }, 'ACTIVE', 'away'],
  ['was removed', { ...revoked, joinedAt: at(-5), isInside: true }, 'ACTIVE', 'over'],
  ['stayed until the end', { ...agreed, joinedAt: at(-5), isInside: false }, 'CLOSED', 'over'],
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
  const guestView = { ...invitation, kind: 'companion', invitedBy: 'patient', joinedAt: '2026-11-21T12:00:00Z' }
  expect(v.parse(Guest, { ...guestView, token: 'x', link: 'https://x.example' })).toEqual(guestView)
  for (const state of ['asked', 'invited', 'inside', 'away', 'over'])
    expect(v.parse(Guest, { ...invitation, state })).toEqual({ ...invitation, state })
})

test.each([
  ['a spectator', { kind: 'spectator' }],
  ['a guest invited by another guest', { invitedBy: 'guest' }],
  ['a guest with an unknown state', { state: 'lurking' }],
])('%s is not a valid guest kind', (_, change) => expect(v.is(Guest, { ...invitation, ...change })).toBe(false))
