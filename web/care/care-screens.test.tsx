import { getConsultation } from '@cuida/core/care/call/api.ts'
import { readDocument, removeDocument } from '@cuida/core/care/documents/document-api.ts'
import { agreeToGuest, listGuests, readGuestLink, removeGuest } from '@cuida/core/care/guest/guest-api.ts'
import { verifyIssuedDocument } from '@cuida/core/care/issued-document/issued-document-api.ts'
import { getPrescriptionAccess, listPrescriptions } from '@cuida/core/care/prescription/prescription-api.ts'
import { rateConsultation } from '@cuida/core/care/rating/rating-api.ts'
import { confirmReminder, readReminder } from '@cuida/core/care/reminder/reminder-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { leoId, mockPatientServer, renderPatientScreen } from '../kit/test-patient-screen.ts'
import { Documents } from './documents/Documents.tsx'
import { GuestScreen } from './guest/GuestScreen.tsx'
import { Guests } from './guest/Guests.tsx'
import { VerifyScreen } from './issued-document/VerifyScreen.tsx'
import { PrescriptionsScreen } from './prescription/PrescriptionsScreen.tsx'
import { RatingForm } from './rating/RatingForm.tsx'
import { ReminderScreen } from './reminder/ReminderScreen.tsx'
import { BOOKED_CONSULTATION, START_TIME, setUpConsultation, TEST_TIME } from './test-consultation.ts'

beforeEach(() => freezeTime(TEST_TIME))

describe('documents of a consultation', () => {
  const document = (id: string, name = '', more: object = {}) => ({
    id,
    name,
    type: 'application/pdf',
    size: 2_000,
    uploadedAt: TEST_TIME,
    isWaiting: false,
    wasSigned: false,
    ...more,
  })
  async function documents(more: object) {
    const server = setUpConsultation(more)
    server.reply(readDocument, () => new Response('x', { headers: { 'content-type': 'application/pdf' } }) as never)
    server.reply(removeDocument, null)
    const page = await renderPatientScreen(<Documents consultation={{ ...BOOKED_CONSULTATION, ...more } as never} />)
    return { server, page }
  }
  test('documents can be added while it lasts; afterwards an empty list is hidden', async () => {
    const { page } = await documents({})
    expect(page.buttons()).toContain(t('care.documents.choose'))
    expect(Object.values(page.links())).toEqual([expect.stringContaining('c-1')])
    await page.unmount()
    expect((await documents({ status: 'CLOSED' })).page.text()).toBe('')
  })
  test('a consultation without an order has no camera screen', async () =>
    expect((await documents({ orderId: null })).page.links()).toEqual({}))
  test('documents being scanned cannot be opened yet', async () => {
    const { page } = await documents({ symptomsDocuments: [document('d', '', { isWaiting: true })] })
    expect(page.hasMessage('care.documents.checking')).toBe(true)
    expect(page.buttons()).toEqual([t('care.documents.more')])
  })
  test('own documents can be removed while possible, those of the clinician cannot', async () => {
    const both = { symptomsDocuments: [document('sent', 'Blood')], journalDocuments: [document('given', 'Plan')] }
    const { page, server } = await documents({ ...both, documentsRemovable: true })
    await page.click('Plan')
    expect(page.buttons()).toContain(t('care.documents.download'))
    expect(page.buttons()).not.toContain(t('care.documents.remove'))
    await page.click(t('ui.leaveDialog'))
    await page.click('Blood')
    expect(server.requestsTo(readDocument).map(({ path }) => path.split('/').at(-1))).toEqual(['given', 'sent'])
    await page.click(t('care.documents.remove'))
    expect(server.requestsTo(removeDocument).map(({ path }) => path)).toEqual(['/v1/consultations/c-1/documents/sent'])
    await page.unmount()
    const { page: lockedPage } = await documents(both)
    await lockedPage.click('Blood')
    expect(lockedPage.buttons()).not.toContain(t('care.documents.remove'))
  })
})

describe('guests of the call', () => {
  const guest = { id: 'g-1', name: 'Ines', kind: 'companion', state: 'invited', joinedAt: null, leftAt: null }
  async function guests(items: object[], { mayInvite = true, search = '' } = {}) {
    const server = setUpConsultation()
    server.reply(listGuests, { items, mayInvite })
    for (const call of [agreeToGuest, removeGuest]) server.reply(call, null)
    return {
      server,
      page: await renderPatientScreen(<Guests consultation={BOOKED_CONSULTATION} />, {
        at: `/consultations/c-1${search}`,
      }),
    }
  }
  test('the section is hidden without guests or the possibility to invite any', async () =>
    expect((await guests([], { mayInvite: false })).page.text()).toBe(''))
  test('guests are invited one at a time', async () => {
    const { page } = await guests([])
    expect(page.buttons()).toEqual([t('care.guest.invite')])
    await page.unmount()
    const { page: invited } = await guests([guest])
    expect(invited.buttons()).toEqual([t('care.guest.takeBack')])
  })
  test('a link opens the invitation, unless somebody is invited already', async () => {
    const { page } = await guests([], { search: '?ask=guest' })
    expect(page.container.querySelector('dialog[open]')).not.toBeNull()
    await page.unmount()
    const { page: invited } = await guests([guest], { search: '?ask=guest' })
    expect(invited.container.querySelector('dialog[open]')).toBeNull()
  })
  test('the patient decides on a guest whom the clinician asks for', async () => {
    const { page, server } = await guests([{ ...guest, state: 'asked' }])
    expect(page.buttons()).toEqual([t('care.guest.agree'), t('care.guest.refuse')])
    await page.click(t('care.guest.refuse'))
    expect(server.requestsTo(agreeToGuest)).toEqual([])
    expect(server.requestsTo(removeGuest).map(({ path }) => path)).toEqual(['/v1/consultations/c-1/guests/g-1'])
    await page.click(t('care.guest.agree'))
    expect(server.requestsTo(agreeToGuest)).toHaveLength(1)
  })
  test('guests in the call can be removed, and past ones are listed with times', async () => {
    const { page } = await guests([
      { ...guest, id: 'g-0', state: 'over', joinedAt: '2026-11-26T09:00:00Z', leftAt: '2026-11-26T09:10:00Z' },
      { ...guest, state: 'inside' },
    ])
    expect(page.buttons()).toEqual([t('care.guest.remove')])
    expect(page.text()).toMatch(/10:00.*10:10/)
  })
})

describe('a guest link', () => {
  const CALL = {
    invitedBy: 'Ana',
    kind: 'companion',
    name: 'Ines',
    startTime: START_TIME,
    state: 'early',
    callId: null,
  }
  async function link(call: object | string, hash = '#secret') {
    const server = mockServer()
    if (typeof call === 'string') server.refuse(readGuestLink, call, 404)
    else server.reply(readGuestLink, { ...CALL, ...call })
    return { server, page: await renderPatientScreen(<GuestScreen />, { at: `/guest${hash}` }) }
  }
  test('the guest enters a name and consents, and sees host and time but no health data', async () => {
    const { page } = await link({ clinician: 'Dra. Vidal', patient: 'Ana' })
    expect(page.text()).toContain('12:30')
    await page.fill(t('care.guestCall.name'), ' ')
    await page.click(t('care.guestCall.enter'))
    expect(page.hasMessage('care.guestCall.name.REQUIRED')).toBe(true)
    expect(page.hasMessage('care.guestCall.agrees.REQUIRED')).toBe(true)
    await page.fill(t('care.guestCall.name'), 'Ines')
    await page.click(t('care.guestCall.agrees'))
    await page.click(t('care.guestCall.enter'))
    expect(page.hasMessage('care.guestCall.opens')).toBe(true)
    expect(page.fields()).toEqual([])
  })
  test.each([
    ['withdrawn', 'GUEST_LINK_OVER', '#gone'],
    ['without a secret', {}, ''],
  ])('a link that is %s has ended and asks for nothing', async (_, call, hash) => {
    const { page } = await link(call, hash)
    expect(page.hasMessage('care.guestCall.over')).toBe(true)
    expect(page.fields()).toEqual([])
  })
})

describe('prescriptions', () => {
  const PAPER = {
    id: 'p-1',
    consultationId: 'c-1',
    patient: { id: leoId, firstName: 'Leo' },
    signedAt: TEST_TIME,
    state: 'issued',
    clinician: { name: 'Dra. Vidal', registrationNumber: '28' },
    validUntil: '2026-12-26',
    time: 'current',
    items: [
      {
        medicine: 'Ibuprofen 400 mg',
        dose: '1',
        unit: 'tablet',
        everyHours: 8,
        days: 3,
        quantity: '',
        instructions: '',
      },
    ],
  }
  async function list(more: object = {}) {
    const server = mockPatientServer()
    server.reply(listPrescriptions, ({ path }) => ({ items: path.includes(leoId) ? [{ ...PAPER, ...more }] : [] }))
    server.reply(getPrescriptionAccess, {
      link: 'https://rx.test',
      unlockCode: '4711',
      documentUrl: 'https://rx.test/d',
    })
    return { server, page: await renderPatientScreen(<PrescriptionsScreen />) }
  }
  test("a child's prescription names the child, and pharmacy access is fetched for that child on a press", async () => {
    const { page, server } = await list()
    expect(page.text()).toContain('Leo')
    expect(page.text()).not.toContain('4711')
    expect(server.requestsTo(getPrescriptionAccess)).toEqual([])
    await page.click(t('care.prescription.pharmacy'))
    expect(server.requestsTo(getPrescriptionAccess).map(({ path }) => path)).toEqual([
      `/v1/patients/${leoId}/prescriptions/p-1/access`,
    ])
    expect(page.text()).toContain('4711')
  })
  test.each([
    ['cancelled', { state: 'cancelled' }, 0],
    ['being cancelled', { state: 'cancelling' }, 1],
    ['being sent to the provider', { state: 'sending' }, 0],
    ['past', { time: 'past' }, 1],
  ])('a prescription that is %s has no pharmacy access', async (_, more, documents) => {
    const { page } = await list(more)
    expect(page.buttons()).not.toContain(t('care.prescription.pharmacy'))
    expect(page.buttons().filter((name) => name === t('care.issuedDocuments.prescription'))).toHaveLength(documents)
  })
  test('a prescription unknown to the provider says so', async () => {
    const { page, server } = await list()
    server.refuse(getPrescriptionAccess, 'NOT_ISSUED')
    await page.click(t('care.prescription.pharmacy'))
    expect(page.hasMessage('care.prescription.NOT_ISSUED')).toBe(true)
  })
})

describe('verification of a document', () => {
  const document = {
    kind: 'prescription',
    status: 'valid',
    issuer: 'Vida Ligera',
    initials: 'A. R.',
    day: '2026-11-26',
  }
  const doctor = { clinician: { name: 'Dra. Vidal', registrationNumber: '28' }, issuedAt: TEST_TIME }
  test.each([
    ['valid', {}],
    ['cancelled', { status: 'cancelled' }],
    ['expired', { status: 'expired' }],
  ])('a genuine document is %s and shows two initials', async (status, more) => {
    const server = mockServer()
    server.reply(verifyIssuedDocument, { ...document, ...doctor, ...more })
    const page = await renderPatientScreen(<VerifyScreen />, { at: '/verify#7K2M-94QX-0RTB' })
    expect(server.requestsTo(verifyIssuedDocument)).toEqual([])
    await page.click(t('care.verify.submit'))
    expect(page.hasMessage(`care.verify.${status}`)).toBe(true)
    expect(page.text()).toContain('A. R.')
  })
  test('an unknown code says so', async () => {
    mockServer().refuse(verifyIssuedDocument, 'DOCUMENT_UNKNOWN', 404)
    const page = await renderPatientScreen(<VerifyScreen />, { at: '/verify#7K2M-94QX-0RTB' })
    await page.click(t('care.verify.submit'))
    expect(page.hasMessage('care.verify.unknownText')).toBe(true)
  })
  test('a malformed code is not sent', async () => {
    const server = mockServer()
    const page = await renderPatientScreen(<VerifyScreen />, { at: '/verify#nonsense' })
    await page.click(t('care.verify.submit'))
    expect(server.requestsTo(verifyIssuedDocument)).toEqual([])
    expect(page.hasMessage('care.verify.code.INVALID')).toBe(true)
  })
})

describe('the rating', () => {
  test('a rating is given and can be changed', async () => {
    const server = mockPatientServer()
    server.reply(rateConsultation, {})
    server.reply(getConsultation, BOOKED_CONSULTATION)
    const page = await renderPatientScreen(<RatingForm consultationId="c-1" rating={null} />)
    await page.click(t('care.rating.send'))
    expect(server.requestsTo(rateConsultation)).toEqual([])
    await page.click(t('care.rating.mark.4'))
    await page.click(t('care.rating.send'))
    expect(server.requestsTo(rateConsultation)).toMatchObject([{ body: { stars: 4 } }])
    await page.rerender(<RatingForm consultationId="c-1" rating={{ stars: 4, comment: 'Fine' } as never} />)
    expect(page.text()).toContain('Fine')
    expect(page.fields()).toEqual([])
    await page.click(t('care.rating.change'))
    expect(page.isChecked(t('care.rating.mark.4'))).toBe(true)
  })
})

describe('a reminder link', () => {
  const BOOKED_AT = { state: 'booked', consultationId: 'c-1', startTime: START_TIME, isConfirmed: false }
  async function reminder(answer: object | string, { at = '/reminder#token', guest = false } = {}) {
    const server = guest ? mockServer() : mockPatientServer()
    if (typeof answer === 'string') server.refuse(readReminder, answer, 404)
    else server.reply(readReminder, answer)
    server.reply(confirmReminder, { ...BOOKED_AT, isConfirmed: true })
    return { server, page: await renderPatientScreen(<ReminderScreen />, { at }) }
  }
  test('opening changes nothing; one press confirms attendance', async () => {
    const { page, server } = await reminder(BOOKED_AT)
    expect(server.requestsTo(confirmReminder)).toEqual([])
    await page.click(t('care.reminder.confirm'))
    expect(server.requestsTo(confirmReminder)).toHaveLength(1)
  })
  test('changes require a sign-in', async () => {
    const { page } = await reminder(BOOKED_AT, { guest: true })
    await page.click(t('care.cancel.confirm'))
    expect(currentAddress()).toBe('/welcome')
  })
  test('cancelling opens its dialog; the link alone cancels nothing', async () => {
    await reminder(BOOKED_AT, { at: '/reminder#token.cancel' })
    expect(currentAddress()).toBe('/consultations/c-1?ask=cancel')
  })
  test.each([
    ['of a changed booking', { state: 'changed' }, 'care.reminder.changed'],
    ['expired', 'REMINDER_NOT_FOUND', 'care.reminder.over'],
  ])('a link that is %s says so', async (_, answer, text) => {
    const { page } = await reminder(answer)
    expect(page.hasMessage(text)).toBe(true)
    expect(page.buttons()).not.toContain(t('care.reminder.confirm'))
  })
  test('a link without its token leads to the list', async () => {
    await reminder(BOOKED_AT, { at: '/reminder' })
    expect(currentAddress()).toBe('/consultations')
  })
})
