import { getMedicalHistory, listAccessLog, requestEdit } from '@cuida/core/care/record/record-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { ana, leo, patient, renderPatientScreen } from '../../kit/test-patient-screen.ts'
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
const OF_ANA = { patientId: ana, entries: [entry('a', 'Penicillin')], requests: [] }
const OF_LEO = { patientId: leo, entries: [entry('l', 'Peanuts')], requests: [] }
function records(dependants?: never[]) {
  const server = patient(dependants ? { dependants } : {})
  server.reply(getMedicalHistory, ({ path }) => (path.includes(leo) ? OF_LEO : OF_ANA))
  server.reply(requestEdit, { id: 'r-1' })
  return server
}

describe('a record', () => {
  test('under a child’s address is that child’s, and says so', async () => {
    records()
    const page = await renderPatientScreen(<MedicalHistoryScreen params={{ emrId: 'emr-2' }} />)
    expect(page.headings()[0]).toBe(t('care.history.titleOf', { name: 'Leo' }))
    expect(page.text()).toContain('Peanuts')
    expect(page.text()).not.toContain('Penicillin')
  })
  test('of one of the family after the other never shows one under the other’s name', async () => {
    records()
    const page = await renderPatientScreen(<OwnHistoryScreen />)
    expect(page.text()).toContain('Penicillin')
    await page.click('Leo')
    expect(page.text()).toContain('Peanuts')
    expect(page.text()).not.toContain('Penicillin')
  })
  test('is mine alone where the clinic has no families, and where there is nobody else', async () => {
    records()
    const page = await renderPatientScreen(<OwnHistoryScreen />, { partner: { familyProfilesEnabled: false } })
    expect(page.buttons()).not.toContain('Leo')
    await page.unmount()
    records([])
    expect((await renderPatientScreen(<OwnHistoryScreen />)).text()).toContain('Penicillin')
  })
  test('that is asked to change is asked about this one, for whose it is', async () => {
    const server = records()
    const page = await renderPatientScreen(<MedicalHistoryScreen params={{ emrId: 'emr-2' }} />)
    await page.click(t('care.history.askAbout', { text: 'Peanuts' }))
    await page.fill(t('care.history.ask.text'), 'It was hazelnuts, not peanuts')
    await page.click(t('care.history.ask.send'))
    expect(server.requestsTo(requestEdit)).toMatchObject([
      { path: expect.stringContaining(leo), body: { section: 'allergy' } },
    ])
    expect(page.headings()).not.toContain(t('care.history.ask'))
  })
  test('in which something is missing asks of which kind, and says enough', async () => {
    const server = records()
    const page = await renderPatientScreen(<MedicalHistoryScreen params={{ emrId: 'emr-1' }} />)
    await page.click(t('care.history.ask'))
    await page.click(t('care.history.ask.send'))
    expect(server.requestsTo(requestEdit)).toEqual([])
    expect(page.hasMessage('care.history.ask.section.REQUIRED')).toBe(true)
  })
  test('says what came of what was asked, and what an entry said before', async () => {
    const server = records()
    const asked = { id: 'q', section: 'allergy', text: 'Wrong', createdAt: '2026-11-21T10:00:00Z', state: 'declined' }
    const was = { ...entry('old', 'Amoxicillin'), earlier: undefined }
    const request = { ...asked, answer: 'It is so', answeredBy: 'Dra. Vidal' }
    const entries = [entry('a', 'Penicillin', { earlier: [was] })]
    server.reply(getMedicalHistory, { patientId: ana, entries, requests: [request] })
    const page = await renderPatientScreen(<MedicalHistoryScreen params={{ emrId: 'emr-1' }} />)
    expect(page.hasMessage('care.history.asked.declined')).toBe(true)
    expect(page.text()).toContain('It is so')
    expect(page.text()).toContain('Amoxicillin')
  })
  test('that is nobody’s of mine any more is gone, and nothing of it is shown', async () => {
    const server = records()
    server.refuse(getMedicalHistory, 'PATIENT_NOT_FOUND', 404)
    const page = await renderPatientScreen(<MedicalHistoryScreen params={{ emrId: 'emr-2' }} />)
    expect(page.hasMessage('care.history.goneText')).toBe(true)
  })
})

describe('the family’s records', () => {
  test('are the children’s alone, each with what they are allergic to', async () => {
    records()
    const page = await renderPatientScreen(<FamilyHistoryScreen />)
    expect(Object.values(page.links())).toEqual(['/profile/medical-history/emr-2'])
    expect(page.hasMessage('care.history.allergies', { list: 'Peanuts' })).toBe(true)
  })
  test('say no allergies only when that is known', async () => {
    const server = records()
    server.reply(getMedicalHistory, { ...OF_LEO, entries: [entry('l', 'Peanuts', { status: 'entered-in-error' })] })
    const page = await renderPatientScreen(<FamilyHistoryScreen />)
    expect(page.hasMessage('care.history.noAllergies')).toBe(true)
    await page.unmount()
    server.refuse(getMedicalHistory, 'UNEXPECTED', 500)
    expect((await renderPatientScreen(<FamilyHistoryScreen />)).hasMessage('care.history.noAllergies')).toBe(false)
  })
  test('are none where nobody is in my charge', async () => {
    records([])
    const page = await renderPatientScreen(<FamilyHistoryScreen />)
    expect(page.links()).not.toHaveProperty(['Leo'])
  })
})

describe('who looked', () => {
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
  test('is asked of whose record it is', async () => {
    const { server } = await accessLog({})
    expect(server.requestsTo(listAccessLog).map(({ path }) => path)).toEqual([
      `/v1/patients/${leo}/medical-history/access-log`,
    ])
  })
  test('without care of theirs says why they opened it, and that it is looked into', async () => {
    const { page } = await accessLog({ act: 'break-glass', reason: 'Unconscious at the door' })
    expect(page.text()).toContain('Unconscious at the door')
    expect(page.hasMessage('care.accessLog.reviewed')).toBe(true)
  })
  test('in care says which consultation it was for', async () =>
    expect((await accessLog({})).page.hasMessage('care.accessLog.reviewed')).toBe(false))
})
