import { saveSummary } from '@cuida/core/care/booked/booked-api.ts'
import { getConsultation } from '@cuida/core/care/call/api.ts'
import { listPatientTasks } from '@cuida/core/care/patient-tasks/patient-task-api.ts'
import { createAction } from '@cuida/core/consultation/status/actions.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { beforeEach, expect, test } from 'vitest'
import { mockPatientServer, renderPatientScreen } from '../../kit/test-patient-screen.ts'
import { ConsultationScreen } from '../ConsultationScreen.tsx'
import { PatientTasks } from '../home/PatientTasks.tsx'
import { BOOKED_CONSULTATION, setUpConsultation, TEST_TIME } from '../test-consultation.ts'

beforeEach(() => freezeTime(TEST_TIME))

const TEXT = 'I have slept badly since May.'
const LABEL = () => t('booking.summary.label')
const SAVE = () => t('care.summary.save')

async function open(more: object = { summary: null }) {
  const server = setUpConsultation(more)
  const page = await renderPatientScreen(<ConsultationScreen params={{ id: 'c-1' }} />, { at: '/consultations/c-1' })
  return { server, page }
}

test('a missing summary is written before the consultation, and can be changed', async () => {
  const { page, server } = await open()
  await page.click(SAVE())
  expect(page.hasMessage('booking.summary.required')).toBe(true)
  server.reply(saveSummary, null)
  await page.fill(LABEL(), ` ${TEXT} `)
  server.reply(getConsultation, { ...BOOKED_CONSULTATION, summary: TEXT })
  await page.click(SAVE())
  expect(server.requestsTo(saveSummary)).toMatchObject([{ body: { summary: TEXT } }])
  expect(page.hasMessage('care.summary.saved')).toBe(true)
  expect(document.activeElement?.textContent).toBe(t('care.summary.change'))
  await page.click(t('care.summary.change'))
  expect(page.value(LABEL())).toBe(TEXT)
})

test('a text that could not be saved stays in the field, with the reason', async () => {
  const { page, server } = await open()
  await page.fill(LABEL(), TEXT)
  server.refuse(saveSummary, 'UNAVAILABLE', 503)
  await page.click(SAVE())
  expect(page.hasMessage('care.summary.notSaved')).toBe(true)
  server.reply(getConsultation, { ...BOOKED_CONSULTATION, status: 'ACTIVE' })
  server.refuse(saveSummary, 'TOO_LATE_TO_CHANGE', 409)
  await page.click(SAVE())
  expect(page.hasMessage('care.summary.TOO_LATE_TO_CHANGE')).toBe(true)
  expect(page.value(LABEL())).toBe(TEXT)
})

test('once a clinician has taken the consultation, its summary is not asked for', async () => {
  const { page } = await open({
    summary: null,
    actions: [createAction('QUEUED', 'SYSTEM'), createAction('ASSIGNED', 'CLINICIAN')],
  })
  expect(page.headings()).not.toContain(t('care.summary.title'))
})

test('Home asks for the missing summary by the name of the clinician, and leads to it', async () => {
  const server = mockPatientServer()
  const { id, product, patient, startTime, clinician } = BOOKED_CONSULTATION
  const task = { kind: 'missing-summary', consultationId: id, productName: product.name, patient, startTime }
  server.reply(listPatientTasks, { items: [{ ...task, clinicianName: clinician?.name }] })
  const page = await renderPatientScreen(<PatientTasks patientId={undefined} />)
  const [[text, href] = []] = Object.entries(page.links())
  expect(text).toContain(t('catalogue.tasks.missing-summary', { name: 'Dra. Marta Vidal' }))
  expect(text).toContain('Today, 12:30')
  expect(href).toBe('/consultations/c-1?ask=summary')
})
