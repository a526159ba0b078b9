import { cancelOrder, rescheduleConsultation } from '@cuida/core/care/booked/booked-api.ts'
import { createCallTicket, declineCall } from '@cuida/core/care/call/api.ts'
import { addDocument, removeDocument } from '@cuida/core/care/documents/document-api.ts'
import {
  agreeToGuest,
  createGuestLegTicket,
  createGuestTicket,
  inviteGuest,
  readGuestLink,
  removeGuest,
} from '@cuida/core/care/guest/guest-api.ts'
import { checkPaper } from '@cuida/core/care/paper/paper-api.ts'
import { chooseAfterHours } from '@cuida/core/care/queue/after-hours-api.ts'
import { leaveQueue, sayHere } from '@cuida/core/care/queue/waiting-api.ts'
import { rateConsultation } from '@cuida/core/care/rating/rating-api.ts'
import { requestEdit } from '@cuida/core/care/record/record-api.ts'
import { confirmReminder, readReminder } from '@cuida/core/care/reminder/reminder-api.ts'
import { chooseWhenLate } from '@cuida/core/care/rescue/late-api.ts'
import { asks, given, leaving, reading } from '@cuida/ui/client/session/test-leaving.ts'
import { expect, test } from 'vitest'
import { useRemoveDocument } from './documents/document-queries.ts'
import { sendFile } from './documents/send-file.ts'
import { buyTicket as buyGuestTicket, useGuestLink } from './guest/guest-link.ts'
import { buyGuestLegTicket, useAgree, useInvite, useRemove } from './guest/guest-queries.ts'
import { checkCode } from './paper/paper-check.ts'
import { buyTicket, useCancel, useDeclineCall, useReschedule } from './queries.ts'
import { useAfterHoursChoice, useAway, useHere } from './queue/waiting-queries.ts'
import { rate } from './rating/rating.ts'
import { requestOf, useRequestEdit } from './record/record-queries.ts'
import { useConfirmReminder, useReminder } from './reminder/reminder-queries.ts'
import { useLateChoice } from './rescue/late-queries.ts'

const id = '6f1c2f0e-2b8e-4a53-9d5c-0d8f0b7f2f11'
const other = '0b7f2f11-2b8e-4a53-9d5c-6f1c2f0e0d8f'
const nothing = () => undefined
const { signal } = new AbortController()
test.each([
  [
    'a booking is called off with its reason',
    () => given(() => useCancel(id, { onCancelled: nothing })).mutateAsync('COST'),
    asks(cancelOrder, { id, reason: 'COST' }),
  ],
  [
    'a consultation is moved to the time and the clinician that were chosen',
    () =>
      given(() => useReschedule(id, { onRescheduled: nothing, onRefused: nothing })).mutateAsync({
        clinicianId: other,
        startTime: '2026-11-26T10:00:00Z',
        endTime: '2026-11-26T10:20:00Z',
      }),
    asks(rescheduleConsultation, {
      id,
      clinicianId: other,
      startTime: '2026-11-26T10:00:00Z',
      endTime: '2026-11-26T10:20:00Z',
    }),
  ],
  ['a call is declined', () => given(() => useDeclineCall(id)).mutateAsync(), asks(declineCall, { id })],
  [
    'a call is entered by who dialled it',
    () => buyTicket(id, 'AB:CD', signal),
    asks(createCallTicket, { id, fingerprint: 'AB:CD' }),
  ],
  [
    'who still waits at closing time keeps the first place',
    () => given(() => useAfterHoursChoice(id)).mutateAsync('NEXT_OPENING'),
    asks(chooseAfterHours, { id, choice: 'NEXT_OPENING' }),
  ],
  ['who waits says that they are here', () => given(() => useHere(id)).mutateAsync(), asks(sayHere, { id })],
  [
    'who is kept waiting sees whoever comes first',
    () => given(() => useLateChoice(id)).mutateAsync('ANOTHER'),
    asks(chooseWhenLate, { id, choice: 'ANOTHER' }),
  ],
  [
    'who is here goes away',
    () => given(() => useAway({ id, isAway: false })).mutateAsync(),
    asks(leaveQueue, { id, away: true }),
  ],
  [
    'who is away comes back',
    () => given(() => useAway({ id, isAway: true })).mutateAsync(),
    asks(leaveQueue, { id, away: false }),
  ],
  [
    'a rating with a comment',
    () => rate(id, 4, ' Very kind '),
    asks(rateConsultation, { id, stars: 4, comment: 'Very kind' }),
  ],
  [
    'a comment that was emptied is none',
    () => rate(id, 5, '  '),
    asks(rateConsultation, { id, stars: 5, comment: null }),
  ],
  [
    'what is wrong in a record, about the entry that it is about',
    () =>
      given(() => useRequestEdit(id)).mutateAsync(
        requestOf('allergy', ' I have no such allergy ', { id: other } as never),
      ),
    asks(requestEdit, { id, section: 'allergy', text: 'I have no such allergy', entryId: other }),
  ],
  [
    'what is missing in a record is about no entry',
    () => given(() => useRequestEdit(id)).mutateAsync(requestOf('personal', 'I take iron tablets', undefined)),
    asks(requestEdit, { id, section: 'personal', text: 'I take iron tablets' }),
  ],
  ['the code of a paper', () => checkCode('ABCD-EFGH'), asks(checkPaper, { code: 'ABCD-EFGH' })],
  ['what a reminder is about', reading(() => useReminder('token')), asks(readReminder, { token: 'token' })],
  [
    'who was reminded will be there',
    () => given(() => useConfirmReminder('token')).mutateAsync(),
    asks(confirmReminder, { token: 'token' }),
  ],
  [
    'a document is taken back',
    () => given(() => useRemoveDocument({ id, documentId: other }, nothing)).mutateAsync(),
    asks(removeDocument, { id, documentId: other }),
  ],
  [
    'a photo goes to the consultation that it was chosen for, under its own key and name',
    () => sendFile({ key: 'k1', name: 'piel.jpg', consultationId: id, content: new Blob(['12345']) }, signal, nothing),
    asks(addDocument, { id }, { idempotencyKey: 'k1', file: { name: 'piel.jpg', size: 5 } }),
  ],
  [
    'a guest is asked in by name, and as what',
    () => given(() => useInvite(id)).mutateAsync({ kind: 'interpreter', name: 'Ana' }),
    asks(inviteGuest, { id, kind: 'interpreter', name: 'Ana' }),
  ],
  [
    'a patient agrees to a guest',
    () => given(() => useAgree(id)).mutateAsync(other),
    asks(agreeToGuest, { id, guestId: other }),
  ],
  [
    'a patient wants a guest no more',
    () => given(() => useRemove(id)).mutateAsync(other),
    asks(removeGuest, { id, guestId: other }),
  ],
  [
    'a patient meets the guest of a call',
    () => buyGuestLegTicket(id, 'AB:CD', signal),
    asks(createGuestLegTicket, { id, fingerprint: 'AB:CD' }),
  ],
  ['a guest’s link', reading(() => useGuestLink('secret', true)), asks(readGuestLink, { secret: 'secret' })],
  [
    'a guest enters under the name that they chose, towards one of the two',
    () => buyGuestTicket({ secret: 's', name: 'Ana', page: 'p', leg: 'clinician-guest' }, 'AB:CD', signal, nothing),
    asks(createGuestTicket, { secret: 's', name: 'Ana', page: 'p', leg: 'clinician-guest', fingerprint: 'AB:CD' }),
  ],
])('%s', async (_, deed, expected) => {
  expect(await leaving(deed)).toEqual([expected])
})
