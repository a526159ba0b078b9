import { askQuestion, listQuestions } from '@cuida/core/support/questions/question-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { leoId, mockPatientServer, renderPatientScreen } from '../kit/test-patient-screen.ts'
import { AskForm, MyQuestions } from './questions/QuestionsInboxScreen.tsx'

beforeEach(() => freezeTime('2026-11-26T10:00:00Z'))

async function renderAskForm(more: object = {}) {
  const server = mockPatientServer(more)
  server.reply(askQuestion, { id: 'q' })
  const onSent = vi.fn()
  return { server, onSent, page: await renderPatientScreen(<AskForm onSent={onSent} />) }
}
const TEXT = 'May he eat nuts before sports?'

describe('a question', () => {
  test('a family chooses the patient before sending', async () => {
    const { page, server, onSent } = await renderAskForm()
    await page.click(t('support.topic.nutrition'))
    await page.fill(t('support.ask.text'), TEXT)
    await page.click(t('support.ask.send'))
    expect(server.requestsTo(askQuestion)).toEqual([])
    await page.click(/^Leo/)
    await page.click(t('support.ask.send'))
    expect(server.requestsTo(askQuestion)).toMatchObject([
      { body: { patientId: leoId, topic: 'nutrition', text: TEXT } },
    ])
    expect(onSent).toHaveBeenCalledOnce()
  })
  test('a patient without a family is not asked', async () => {
    const { page, server } = await renderAskForm({ dependants: [] })
    expect(page.fields().join()).not.toMatch(/Ana/)
    await page.click(t('support.topic.nutrition'))
    await page.fill(t('support.ask.text'), TEXT)
    await page.click(t('support.ask.send'))
    expect(server.requestsTo(askQuestion)).toHaveLength(1)
    expect(server.requestsTo(askQuestion)[0]?.body).not.toHaveProperty('patientId', leoId)
  })
  test('a question about a person no longer in the family says so and keeps its text', async () => {
    const { page, server } = await renderAskForm()
    server.refuse(askQuestion, 'PATIENT_NOT_FOUND', 404)
    await page.click(/^Leo/)
    await page.click(t('support.topic.nutrition'))
    await page.fill(t('support.ask.text'), TEXT)
    await page.click(t('support.ask.send'))
    expect(page.hasMessage('support.ask.goneText')).toBe(true)
    expect(page.value(t('support.ask.text'))).toBe(TEXT)
  })
  test('sent questions are listed, and an empty list says so', async () => {
    const server = mockPatientServer()
    const one = { id: 'q', topic: 'nutrition', patient: { id: leoId, firstName: 'Leo' }, text: TEXT }
    const answer = { text: 'He may.', by: 'Dra. Vidal', at: '2026-11-25T10:00:00Z' }
    server.reply(listQuestions, { items: [{ ...one, askedAt: '2026-11-24T10:00:00Z', dueAt: null, answer }] })
    const page = await renderPatientScreen(<MyQuestions />)
    expect(page.text()).toMatch(/Leo/)
    expect(page.text()).toContain('He may.')
    await page.unmount()
    mockPatientServer().reply(listQuestions, { items: [] })
    expect((await renderPatientScreen(<MyQuestions />)).hasMessage('support.mine.none')).toBe(true)
  })
})
