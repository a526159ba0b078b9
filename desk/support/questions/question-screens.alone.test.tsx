import '@cuida/ui/client/session/test-window.ts'
import { answerQuestion, getQuestion, routeQuestion } from '@cuida/core/support/questions/desk-question-api.ts'
import { stopClock } from '@cuida/ui/client/session/test-living.ts'
import { address } from '@cuida/ui/client/session/test-page.ts'
import { t } from '@cuida/ui/words/words.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { desk, drawn } from '../../test-shown.ts'
import { QuestionDetail } from './QuestionDetail.tsx'

const NOW = '2026-11-26T10:00:00Z'
beforeEach(() => stopClock(NOW))

const QUESTION = {
  id: 'q-1',
  topic: 'nutrition',
  text: 'May I eat nuts?',
  askedAt: NOW,
  dueAt: '2026-11-26T15:00:00Z',
  answer: null,
  patient: { firstName: 'Leo', lastName: 'Ruiz', age: 10 },
  askedBy: { firstName: 'Ana', lastName: 'Ruiz' },
  mayAnswer: true,
}
async function question(more: object = {}) {
  const server = desk('clinician')
  server.answer(getQuestion, { ...QUESTION, ...more })
  server.answer(answerQuestion, {})
  server.answer(routeQuestion, {})
  return { server, page: await drawn(<QuestionDetail id="q-1" />, { at: '/questions/q-1' }) }
}

describe('a question', () => {
  test('of a child says whom it is about, and who asks and reads the answer', async () => {
    const { page } = await question()
    expect(page.headings()[0]).toBe('Leo Ruiz')
    expect(page.says('desk.questions.askedBy', { name: 'Ana Ruiz' })).toBe(true)
    await page.leave()
    expect((await question({ askedBy: null })).page.text()).not.toContain('Ana')
  })
  test('is answered with enough, once', async () => {
    const { page, server } = await question()
    await page.type(t('desk.questions.answer'), ' ')
    await page.press(t('desk.questions.send'))
    expect(server.heard(answerQuestion)).toEqual([])
    await page.type(t('desk.questions.answer'), 'Yes, a handful a day does him good.')
    await page.press(t('desk.questions.send'))
    expect(server.heard(answerQuestion)).toHaveLength(1)
    expect(address()).toBe('/desk/questions')
  })
  test('of a topic of others is read, and sent on', async () => {
    const { page, server } = await question({ mayAnswer: false })
    expect(page.fields()).toEqual([])
    expect(page.says('desk.questions.notYours')).toBe(true)
    await page.press(t('desk.questions.route'))
    await page.press(t('desk.questions.routeConfirm'))
    expect(server.heard(routeQuestion)).toEqual([])
    expect(page.says('desk.questions.topic.REQUIRED')).toBe(true)
  })
  test('that was answered shows that, and is neither answered nor sent on', async () => {
    const { page } = await question({ answer: { text: 'He may.', by: 'Juan', at: NOW } })
    expect(page.text()).toContain('He may.')
    expect(page.buttons()).toEqual([])
  })
  test('that is late says so', async () => {
    const { page } = await question({ dueAt: '2026-11-26T09:00:00Z' })
    expect(page.says('desk.questions.late', { time: '1 hour' })).toBe(true)
    await page.leave()
    expect((await question()).page.says('desk.questions.left', { time: '5 hours' })).toBe(true)
  })
})
