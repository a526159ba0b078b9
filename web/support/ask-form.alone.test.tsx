import { askQuestion, listQuestions } from '@cuida/core/support/questions/question-api.ts'
import { stopClock } from '@cuida/ui/client/session/test-living.ts'
import { t } from '@cuida/ui/words/words.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { drawn, leo, patient } from '../kit/test-shown.ts'
import { AskForm } from './questions/AskForm.tsx'
import { MyQuestions } from './questions/MyQuestions.tsx'

beforeEach(() => stopClock('2026-11-26T10:00:00Z'))

async function ask(more: object = {}) {
  const server = patient(more)
  server.answer(askQuestion, { id: 'q' })
  const onSent = vi.fn()
  return { server, onSent, page: await drawn(<AskForm onSent={onSent} />) }
}
const TEXT = 'May he eat nuts before sports?'

describe('a question', () => {
  test('of a family says whom it is about, before it is sent', async () => {
    const { page, server, onSent } = await ask()
    await page.press(t('support.topic.nutrition'))
    await page.type(t('support.ask.text'), TEXT)
    await page.press(t('support.ask.send'))
    expect(server.heard(askQuestion)).toEqual([])
    await page.press(/^Leo/)
    await page.press(t('support.ask.send'))
    expect(server.heard(askQuestion)).toMatchObject([{ body: { patientId: leo, topic: 'nutrition', text: TEXT } }])
    expect(onSent).toHaveBeenCalledOnce()
  })
  test('of who has nobody else is theirs, without being asked', async () => {
    const { page, server } = await ask({ dependants: [] })
    expect(page.fields().join()).not.toMatch(/Ana/)
    await page.press(t('support.topic.nutrition'))
    await page.type(t('support.ask.text'), TEXT)
    await page.press(t('support.ask.send'))
    expect(server.heard(askQuestion)).toHaveLength(1)
    expect(server.heard(askQuestion)[0]?.body).not.toHaveProperty('patientId', leo)
  })
  test('about who is not mine any more says so, and keeps what was written', async () => {
    const { page, server } = await ask()
    server.refuse(askQuestion, 'PATIENT_NOT_FOUND', 404)
    await page.press(/^Leo/)
    await page.press(t('support.topic.nutrition'))
    await page.type(t('support.ask.text'), TEXT)
    await page.press(t('support.ask.send'))
    expect(page.says('support.ask.goneText')).toBe(true)
    expect(page.value(t('support.ask.text'))).toBe(TEXT)
  })
  test('that was asked stands there with its answer, and none says so', async () => {
    const server = patient()
    const one = { id: 'q', topic: 'nutrition', patient: { id: leo, firstName: 'Leo' }, text: TEXT }
    const answer = { text: 'He may.', by: 'Dra. Vidal', at: '2026-11-25T10:00:00Z' }
    server.answer(listQuestions, { items: [{ ...one, askedAt: '2026-11-24T10:00:00Z', dueAt: null, answer }] })
    const page = await drawn(<MyQuestions />)
    expect(page.text()).toMatch(/Leo/)
    expect(page.text()).toContain('He may.')
    await page.leave()
    patient().answer(listQuestions, { items: [] })
    expect((await drawn(<MyQuestions />)).says('support.mine.none')).toBe(true)
  })
})
