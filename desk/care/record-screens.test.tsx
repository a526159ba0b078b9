import {
  acceptRequest,
  addEntry,
  breakGlass,
  declineRequest,
  getRecord,
  listEditRequests,
  listEmergencyAccesses,
  reviewEmergencyAccess,
  supersedeEntry,
} from '@cuida/core/care/record/desk-record-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockDeskServer, renderDeskScreen } from '../test-desk-screen.ts'
import { RecordsList, RecordsPage } from './record/RecordsPage.tsx'
import { ANA, renderAtDesk, TEST_RECORD, TEST_TIME } from './test-care.ts'

beforeEach(() => freezeTime(TEST_TIME))

const entry = (more: object = {}) => ({
  id: 'e-1',
  kind: 'allergy',
  text: 'Penicillin',
  status: 'active',
  severity: 'severe',
  relative: null,
  onset: null,
  earlier: [],
  author: 'Juan',
  writtenAt: TEST_TIME,
  reason: null,
  ...more,
})

describe('the records page', () => {
  async function record(more: object = {}) {
    const server = renderAtDesk()
    server.reply(getRecord, { ...TEST_RECORD, ...more })
    for (const call of [addEntry, supersedeEntry, acceptRequest]) server.reply(call, { id: 'e-2' })
    server.reply(declineRequest, null)
    return { server, page: await renderDeskScreen(<RecordsPage page={{ is: 'patient', patientId: ANA.id }} />) }
  }
  const request = {
    id: 'q-1',
    section: 'allergy',
    entryId: 'e-1',
    text: 'It was a rash',
    createdAt: TEST_TIME,
    state: 'open',
  }
  test('emergency access allows reading and no writing', async () => {
    const { page } = await record({ because: 'break-glass', mayWrite: false, entries: [entry()], requests: [request] })
    expect(page.hasMessage('desk.record.readOnly')).toBe(true)
    for (const key of ['desk.record.add', 'desk.record.change', 'desk.record.request.accept'])
      expect(page.buttons().join()).not.toContain(t(key))
  })
  test('an entry is written to an open record', async () => {
    const { page, server } = await record()
    await page.click(t('desk.record.addTo', { section: t('care.record.kind.allergy') }))
    await page.click(t('desk.record.save'))
    expect(server.requestsTo(addEntry)).toEqual([])
    await page.fill(t('desk.record.what.allergy'), 'Latex')
    await page.click(t('desk.record.save'))
    expect(server.requestsTo(addEntry)).toMatchObject([
      { path: '/v1/desk/patients/p-1/record/entries', body: { kind: 'allergy', text: 'Latex', status: 'active' } },
    ])
  })
  test('an entry is replaced with a reason', async () => {
    const { page, server } = await record({ entries: [entry()] })
    await page.click(t('desk.record.changeOf', { text: 'Penicillin' }))
    await page.fill(t('desk.record.what.allergy'), 'Amoxicillin')
    await page.click(t('desk.record.save'))
    expect(server.requestsTo(supersedeEntry)).toEqual([])
    await page.fill(t('desk.record.reason'), 'Seen again')
    await page.click(t('desk.record.save'))
    expect(server.requestsTo(supersedeEntry)).toMatchObject([{ body: { text: 'Amoxicillin', reason: 'Seen again' } }])
  })
  test('a patient’s request is declined with a text that the patient reads', async () => {
    const { page, server } = await record({ entries: [entry()], requests: [request] })
    await page.click(t('desk.record.request.decline'))
    await page.click(t('desk.record.request.send'))
    expect(server.requestsTo(declineRequest)).toEqual([])
    await page.fill(t('desk.record.request.answer'), 'It was tested and is so.')
    await page.click(t('desk.record.request.send'))
    expect(server.requestsTo(declineRequest)).toMatchObject([
      { path: '/v1/desk/edit-requests/q-1/decline', body: { answer: 'It was tested and is so.' } },
    ])
  })
  test('a record that the user may not read shows a message', async () => {
    const server = renderAtDesk()
    server.refuse(getRecord, 'PATIENT_NOT_FOUND', 404)
    const page = await renderDeskScreen(<RecordsPage page={{ is: 'patient', patientId: 'p-9' }} />)
    expect(page.hasMessage('desk.records.gone')).toBe(true)
  })
  test.each([
    ['clinician', [true, false, true]],
    ['clinical-manager', [false, true, false]],
    ['clinician-and-clinical-manager', [true, true, true]],
  ] as const)('role %s sees [requests, emergency accesses, the form for an emergency] %j', async (role, has) => {
    const server = mockDeskServer(role)
    server.reply(listEditRequests, { items: [] })
    server.reply(listEmergencyAccesses, { items: [] })
    const page = await renderDeskScreen(<RecordsList selectedId={undefined} />, { at: '/records' })
    expect([
      page.hasMessage('desk.records.requests'),
      page.hasMessage('desk.records.openings'),
      Object.values(page.links()).includes('/desk/records/emergency'),
    ]).toEqual(has)
  })
  test('emergency access needs the patient’s details and a reason, and there is no list', async () => {
    const server = renderAtDesk()
    server.reply(breakGlass, { patientId: 'p-7' })
    const page = await renderDeskScreen(<RecordsPage page={{ is: 'emergency' }} />, { at: '/records/emergency' })
    await page.fill(t('desk.record.emergency.phone'), '612345678')
    await page.fill(t('desk.record.emergency.reason'), 'Unconscious, brought in by the police')
    await page.click(t('desk.record.emergency.confirm'))
    expect(server.requestsTo(breakGlass)).toEqual([])
  })
  const emergencyAccess = {
    id: 'x',
    by: 'Juan',
    openedAt: TEST_TIME,
    reason: 'Unconscious',
    isMine: false,
    reviewedAt: null,
    verdict: null,
  }
  async function reviewing(more: object = {}) {
    const server = mockDeskServer()
    server.reply(listEmergencyAccesses, { items: [{ ...emergencyAccess, ...more }] })
    server.reply(reviewEmergencyAccess, null)
    return { server, page: await renderDeskScreen(<RecordsPage page={{ is: 'opening', emergencyAccessId: 'x' }} />) }
  }
  test('another manager reviews an emergency access with a verdict and a text', async () => {
    const { page, server } = await reviewing()
    await page.click(t('desk.records.review.save'))
    expect(server.requestsTo(reviewEmergencyAccess)).toEqual([])
    await page.click(t('desk.records.verdict.not-justified'))
    await page.fill(t('desk.records.review.text'), 'Nobody was unconscious.')
    await page.click(t('desk.records.review.save'))
    expect(server.requestsTo(reviewEmergencyAccess)).toMatchObject([
      { path: '/v1/desk/break-glass/x/review', body: { verdict: 'not-justified', review: 'Nobody was unconscious.' } },
    ])
  })
  test('an own emergency access is reviewed by another manager, and only once', async () => {
    const { page } = await reviewing({ isMine: true })
    expect(page.buttons()).not.toContain(t('desk.records.review.save'))
    await page.unmount()
    const { page: done } = await reviewing({
      reviewedAt: TEST_TIME,
      verdict: 'justified',
      review: 'Fine',
      reviewedBy: 'Eva',
    })
    expect(done.buttons()).not.toContain(t('desk.records.review.save'))
  })
})
