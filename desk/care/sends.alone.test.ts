import { giveDocument, hideDocument } from '@cuida/core/care/documents/document-api.ts'
import { createDeskGuestLegTicket, inviteGuestAtDesk, removeGuestAtDesk } from '@cuida/core/care/guest/guest-api.ts'
import { ringPatient, setDeskPhone, showPatientNumber } from '@cuida/core/care/phone/phone-api.ts'
import {
  cancelConsultation,
  closeConsultation,
  createDeskCallTicket,
  recordCall,
  saveDraft,
  takeConsultation,
} from '@cuida/core/care/queue/desk-api.ts'
import { cancelForClinic, handOn, putBack, takeOver } from '@cuida/core/care/rescue/rescue-api.ts'
import { setAvailability } from '@cuida/core/care/sharing/availability.ts'
import { handOver } from '@cuida/core/care/sharing/hand-over-api.ts'
import { changeTemplate, createTemplate, removeTemplate } from '@cuida/core/care/sharing/template-api.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { expect, test, vi } from 'vitest'
import { numberOf } from './call/phone-number.ts'
import { useRingPatient, useSetDeskPhone, useShowNumber } from './call/phone-queries.ts'
import { fileGiver } from './documents/documents.ts'
import { buyTicket as buyGuestTicket, standingOf, useInviteGuest, useRemoveGuest } from './guest/guest-queries.ts'
import { buyTicket, useCancel, useClose, useRecordCall, useTake } from './queries.ts'
import { useHide } from './record/record-queries.ts'
import { rescueOf, usePutBack, useRescue } from './rescue/rescue-queries.ts'
import { saveNotes } from './save-notes.ts'
import { CHOICES, choiceOf, sayingOf, useSayAvailability } from './sharing/availability-queries.ts'
import { colleagueOf, useHandOver } from './sharing/hand-over-queries.ts'
import { useRemoveTemplate, useWriteTemplate } from './sharing/template-queries.ts'

vi.mock('../kit/hints.ts', () => ({ useHints: () => {} }))

const id = '10000000-0000-4000-8000-000000000001'
const other = '10000000-0000-4000-8000-000000000002'
const nothing = () => undefined
const { signal } = new AbortController()
const saying = (value: string) => () =>
  given(() => useSayAvailability(nothing)).mutateAsync(sayingOf(choiceOf(value) ?? { value, state: 'available' }))

test.each([
  ['the one who was chosen is taken', () => given(useTake).mutateAsync(other), asks(takeConsultation, { id: other })],
  [
    'a call that nobody answered, and why',
    () => given(() => useRecordCall(id)).mutateAsync({ medium: 'phone', event: 'failed', failure: 'NO_ANSWER' }),
    asks(recordCall, { id, medium: 'phone', event: 'failed', failure: 'NO_ANSWER' }),
  ],
  [
    'a call that went well has no failure',
    () => given(() => useRecordCall(id)).mutateAsync({ medium: 'video', event: 'completed', failure: undefined }),
    asks(recordCall, { id, medium: 'video', event: 'completed' }),
  ],
  [
    'how it ended, with the notes that were signed',
    () => given(() => useClose(id, nothing)).mutateAsync({ text: 'Rest.', outcome: 'in-person' }),
    asks(closeConsultation, { id, text: 'Rest.', outcome: 'in-person' }),
  ],
  [
    'care that is called off, and why',
    () => given(() => useCancel(id, nothing)).mutateAsync('PATIENT_ASKED'),
    asks(cancelConsultation, { id, reason: 'PATIENT_ASKED' }),
  ],
  [
    'notes over the version that was read',
    () => saveNotes(id, 'Rest.', 7),
    asks(saveDraft, { id, text: 'Rest.', version: 7 }),
  ],
  ['a call is entered', () => buyTicket(id, 'AB:CD', signal), asks(createDeskCallTicket, { id, fingerprint: 'AB:CD' })],
  [
    'a call with a guest is entered',
    () => buyGuestTicket(id, 'AB:CD', signal),
    asks(createDeskGuestLegTicket, { id, fingerprint: 'AB:CD' }),
  ],
  [
    'a guest is asked in',
    () => given(() => useInviteGuest(id)).mutateAsync({ kind: 'interpreter', name: 'Ana' }),
    asks(inviteGuestAtDesk, { id, kind: 'interpreter', name: 'Ana' }),
  ],
  [
    'a guest is asked out',
    () => given(() => useRemoveGuest(id)).mutateAsync(other),
    asks(removeGuestAtDesk, { id, guestId: other }),
  ],
  ['the patient’s phone rings', () => given(() => useRingPatient(id)).mutateAsync(), asks(ringPatient, { id })],
  [
    'the patient’s number is shown',
    () => given(() => useShowNumber(id)).mutateAsync(),
    asks(showPatientNumber, { id }),
  ],
  [
    'a phone of mine as it was typed',
    () => given(() => useSetDeskPhone(nothing)).mutateAsync(numberOf(' 0034 600-00.00 (01) ')),
    asks(setDeskPhone, { number: '+34600000001' }),
  ],
  [
    'a document is hidden, and why',
    () => given(() => useHide(id, other)).mutateAsync('Of another patient'),
    asks(hideDocument, { id, documentId: other, reason: 'Of another patient' }),
  ],
  ['a pause is as long as it was chosen', saying('pause-20'), asks(setAvailability, { state: 'paused', minutes: 20 })],
  ['the day is over', saying('off'), asks(setAvailability, { state: 'off' })],
  ['back again', saying('available'), asks(setAvailability, { state: 'available' })],
  [
    'care goes on with whom was chosen, and why',
    () => given(() => useHandOver(id, nothing)).mutateAsync({ clinicianId: other, reason: 'SPECIALTY' as never }),
    asks(handOver, { id, clinicianId: other, reason: 'SPECIALTY' as never }),
  ],
  [
    'who was taken by mistake is put back',
    () => given(() => usePutBack(id, nothing)).mutateAsync(),
    asks(putBack, { id }),
  ],
  [
    'a manager goes on with all who were chosen',
    () => given(useRescue).mutateAsync({ deed: 'take-over', ids: [id, other], reason: 'GONE' }),
    asks(takeOver, { ids: [id, other], reason: 'GONE' }),
  ],
  [
    'a manager gives them to the colleague who was chosen',
    () => given(useRescue).mutateAsync({ deed: 'hand-on', ids: [id], reason: 'ABSENT', clinicianId: other }),
    asks(handOn, { ids: [id], reason: 'ABSENT', clinicianId: other }),
  ],
  [
    'a manager pays a day back',
    () => given(useRescue).mutateAsync({ deed: 'cancel', ids: [id, other], reason: 'ABSENT' }),
    asks(cancelForClinic, { ids: [id, other], reason: 'ABSENT' }),
  ],
  [
    'a new template, for everybody',
    () => given(useWriteTemplate).mutateAsync({ id: undefined, title: 'Skin', text: 'No rash.', isShared: true }),
    asks(createTemplate, { title: 'Skin', text: 'No rash.', isShared: true }),
  ],
  [
    'a template that is there is changed, and stays whose it is',
    () => given(useWriteTemplate).mutateAsync({ id, title: 'Skin', text: 'No rash.', isShared: true }),
    asks(changeTemplate, { id, title: 'Skin', text: 'No rash.' }),
  ],
  [
    'the template that was meant goes',
    () => given(() => useRemoveTemplate(nothing)).mutateAsync(other),
    asks(removeTemplate, { id: other }),
  ],
])('%s', async (_, deed, expected) => expect(await leaving(deed)).toEqual([expected]))

test('the guest who stands is asked out, and none of those who were there before', () => {
  const guests = [
    { id, state: 'over' },
    { id: other, state: 'inside' },
  ] as unknown as Parameters<typeof standingOf>[0]
  expect([standingOf(guests)?.id, standingOf([]), standingOf(undefined)]).toEqual([other, undefined, undefined])
})

test('what is no number rings no phone', () =>
  expect(['600 000 001', '+34', ''].map(numberOf)).toEqual([null, null, null]))

test('every choice of the dialog says something else', () =>
  expect(new Set(CHOICES.map((choice) => JSON.stringify(sayingOf(choice)))).size).toBe(CHOICES.length))

test('nothing is asked for without a reason, or of nobody', () => {
  const chosen = [{ id }, { id: other }] as unknown as Parameters<typeof rescueOf>[1]
  expect(rescueOf('cancel', chosen, {})).toBeUndefined()
  expect(rescueOf('hand-on', chosen, { reason: 'ABSENT' })).toBeUndefined()
  expect(rescueOf('take-over', chosen, { reason: 'ABSENT' })).toMatchObject({ ids: [id, other] })
})

test('a colleague who has left is chosen no more', () => {
  const items = [{ clinicianId: id }, { clinicianId: other }]
  expect([colleagueOf(items, other), colleagueOf([], other), colleagueOf(items)]).toEqual([
    items[1],
    undefined,
    undefined,
  ])
})

test('a file is given to the patient who is open; after a lost answer it is the same one, and then another', async () => {
  const give = fileGiver()
  const file = new File(['12345'], 'diet.pdf')
  const giving = (status: number) => leaving(() => give(id, file, nothing), {}, status)
  const [first] = await giving(503)
  const [again] = await giving(200)
  const [another] = await giving(200)
  expect(first).toEqual(
    asks(giveDocument, { id }, { idempotencyKey: first?.idempotencyKey ?? '', file: { name: 'diet.pdf', size: 5 } }),
  )
  expect(again).toEqual(first)
  expect(another?.idempotencyKey).not.toBe(first?.idempotencyKey)
})
