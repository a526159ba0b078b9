import { getMedicalHistory, listAccessLog, requestEdit } from '@cuida/core/care/record/record-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { anaId, leoId, mockPatientServer, renderPatientScreen } from '../../kit/test-patient-screen.ts'
import { AccessLogScreen } from './AccessLogScreen.tsx'
import { FamilyHistoryScreen } from './FamilyHistoryScreen.tsx'
import { MedicalHistoryScreen, OwnHistoryScreen } from './MedicalHistoryScreen.tsx'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

const entry = (id: string, text: string, more: object = {}) => ({
  id,
  kind: 'allergy',
  text,
  status: 'active',
  severity: null,
  relative: null,
  onset: null,
  earlier: [],
  author: 'Dra. Vidal',
  writtenAt: '2026-11-20T10:00:00Z',
  reason: null,
  ...more,
})
const OF_ANA = { patientId: anaId, entries: [entry('a', 'Penicillin')], requests: [] }
const OF_LEO = { patientId: leoId, entries: [entry('l', 'Peanuts')], requests: [] }
function records(dependants?: never[]) {
  const server = mockPatientServer(dependants ? { dependants } : {})
  server.reply(getMedicalHistory, ({ path }) => (path.includes(leoId) ? OF_LEO : OF_ANA))
  server.reply(requestEdit, { id: 'r-1' })
  return server
}

describe('a record', () => {
  test("a child's URL shows the child's record and name", async () => {
    records()
    const page = await renderPatientScreen(<MedicalHistoryScreen params={{ emrId: 'emr-2' }} />)
    expect(page.headings()[0]).toBe(t('care.history.titleOf', { name: 'Leo' }))
    expect(page.text()).toContain('Peanuts')
    expect(page.text()).not.toContain('Penicillin')
  })
  test('switching between family members never shows one record under another name', async () => {
    records()
    const page = await renderPatientScreen(<OwnHistoryScreen />)
    expect(page.text()).toContain('Penicillin')
    await page.click('Leo')
    expect(page.text()).toContain('Peanuts')
    expect(page.text()).not.toContain('Penicillin')
  })
  test("only the holder's record appears without families or dependants", async () => {
    records()
    const page = await renderPatientScreen(<OwnHistoryScreen />, { partner: { familyProfilesEnabled: false } })
    expect(page.buttons()).not.toContain('Leo')
    await page.unmount()
    records([])
    expect((await renderPatientScreen(<OwnHistoryScreen />)).text()).toContain('Penicillin')
  })
  test('a change request belongs to the record and entry shown', async () => {
    const server = records()
    const page = await renderPatientScreen(<MedicalHistoryScreen params={{ emrId: 'emr-2' }} />)
    await page.click(t('care.history.askAbout', { text: 'Peanuts' }))
    await page.fill(t('care.history.ask.text'), 'It was hazelnuts, not peanuts')
    await page.click(t('care.history.ask.send'))
    expect(server.requestsTo(requestEdit)).toMatchObject([
      { path: expect.stringContaining(leoId), body: { section: 'allergy' } },
    ])
    expect(page.headings()).not.toContain(t('care.history.ask'))
  })
  test('a request for a missing entry asks its kind and needs enough text', async () => {
    const server = records()
    const page = await renderPatientScreen(<MedicalHistoryScreen params={{ emrId: 'emr-1' }} />)
    await page.click(t('care.history.ask'))
    await page.click(t('care.history.ask.send'))
    expect(server.requestsTo(requestEdit)).toEqual([])
    expect(page.hasMessage('care.history.ask.section.REQUIRED')).toBe(true)
  })
  test('request results and earlier versions of an entry are shown', async () => {
    const server = records()
    const baseRequest = {
      id: 'q',
      section: 'allergy',
      text: 'Wrong',
      createdAt: '2026-11-21T10:00:00Z',
      state: 'declined',
    }
    const was = { ...entry('old', 'Amoxicillin'), earlier: undefined }
    const request = { ...baseRequest, answer: 'It is so', answeredBy: 'Dra. Vidal' }
    const entries = [entry('a', 'Penicillin', { earlier: [was] })]
    server.reply(getMedicalHistory, { patientId: anaId, entries, requests: [request] })
    const page = await renderPatientScreen(<MedicalHistoryScreen params={{ emrId: 'emr-1' }} />)
    expect(page.hasMessage('care.history.asked.declined')).toBe(true)
    expect(page.text()).toContain('It is so')
    expect(page.text()).toContain('Amoxicillin')
  })
  test('the record of a person no longer in the family shows no data', async () => {
    const server = records()
    server.refuse(getMedicalHistory, 'PATIENT_NOT_FOUND', 404)
    const page = await renderPatientScreen(<MedicalHistoryScreen params={{ emrId: 'emr-2' }} />)
    expect(page.hasMessage('care.history.goneText')).toBe(true)
  })
})

describe('the family records', () => {
  test("only the children's records are listed, each with allergies", async () => {
    records()
    const page = await renderPatientScreen(<FamilyHistoryScreen />)
    expect(Object.values(page.links())).toEqual(['/profile/medical-history/emr-2'])
    expect(page.hasMessage('care.history.allergies', { list: 'Peanuts' })).toBe(true)
  })
  test('"no allergies" appears only when that is known', async () => {
    const server = records()
    server.reply(getMedicalHistory, { ...OF_LEO, entries: [entry('l', 'Peanuts', { status: 'entered-in-error' })] })
    const page = await renderPatientScreen(<FamilyHistoryScreen />)
    expect(page.hasMessage('care.history.noAllergies')).toBe(true)
    await page.unmount()
    server.refuse(getMedicalHistory, 'UNEXPECTED', 500)
    expect((await renderPatientScreen(<FamilyHistoryScreen />)).hasMessage('care.history.noAllergies')).toBe(false)
  })
  test('without dependants the list is empty', async () => {
    records([])
    const page = await renderPatientScreen(<FamilyHistoryScreen />)
    expect(page.links()).not.toHaveProperty(['Leo'])
  })
})

describe('the access log', () => {
  const entry = {
    id: 'x',
    act: 'read-record',
    who: 'Dra. Vidal',
    at: '2026-11-25T10:00:00Z',
    because: 'attending',
    reason: null,
  }
  async function accessLog(more: object, page: object = {}) {
    const server = records()
    server.reply(listAccessLog, { items: [{ ...entry, consultationAt: '2026-11-25T09:00:00Z', ...more }], ...page })
    return { server, page: await renderPatientScreen(<AccessLogScreen params={{ emrId: 'emr-2' }} />) }
  }
  test("the record's owner is chosen first", async () => {
    const { server } = await accessLog({})
    expect(server.requestsTo(listAccessLog).map(({ path }) => path)).toEqual([
      `/v1/patients/${leoId}/medical-history/access-log`,
    ])
  })
  test('emergency access shows the reason and that it is reviewed', async () => {
    const { page } = await accessLog({ act: 'break-glass', reason: 'Unconscious at the door' })
    expect(page.text()).toContain('Unconscious at the door')
    expect(page.hasMessage('care.accessLog.reviewed')).toBe(true)
  })
  test('access in care names its consultation', async () =>
    expect((await accessLog({})).page.hasMessage('care.accessLog.reviewed')).toBe(false))
})
