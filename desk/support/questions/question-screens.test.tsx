import {
  answerQuestion,
  getQuestion,
  listOpenQuestions,
  routeQuestion,
} from '@cuida/core/support/questions/desk-question-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockDeskServer, renderDeskScreen } from '../../test-desk-screen.ts'
import { QuestionDetail } from './QuestionDetail.tsx'
import { QuestionsList } from './QuestionsPage.tsx'

const NOW = '2026-11-26T10:00:00Z'
beforeEach(() => freezeTime(NOW))

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
  const server = mockDeskServer('clinician')
  server.reply(getQuestion, { ...QUESTION, ...more })
  server.reply(answerQuestion, {})
  server.reply(routeQuestion, {})
  return { server, page: await renderDeskScreen(<QuestionDetail id="q-1" />, { at: '/questions/q-1' }) }
}

test('the list names the patient of each question', async () => {
  const server = mockDeskServer('clinician')
  server.reply(listOpenQuestions, { items: [QUESTION] })
  const page = await renderDeskScreen(<QuestionsList selectedId={undefined} />, { at: '/questions' })
  expect(page.text()).toContain('Leo Ruiz')
  expect(page.hasMessage('desk.patient.age', { age: 10 })).toBe(true)
})

describe('the page of a question', () => {
  test('a question about a child names the child and the asking adult, who reads the answer', async () => {
    const { page } = await question()
    expect(page.headings()[0]).toBe('Leo Ruiz')
    expect(page.hasMessage('desk.questions.askedBy', { name: 'Ana Ruiz' })).toBe(true)
    await page.unmount()
    expect((await question({ askedBy: null })).page.text()).not.toContain('Ana')
  })
  test('an answer needs enough characters and is sent once', async () => {
    const { page, server } = await question()
    await page.fill(t('desk.questions.answer'), ' ')
    await page.click(t('desk.questions.send'))
    expect(server.requestsTo(answerQuestion)).toEqual([])
    await page.fill(t('desk.questions.answer'), 'Yes, a handful a day does him good.')
    await page.click(t('desk.questions.send'))
    expect(server.requestsTo(answerQuestion)).toMatchObject([{ body: { text: 'Yes, a handful a day does him good.' } }])
    expect(currentAddress()).toBe('/desk/questions')
  })
  test('a question of another topic can be read and moved on', async () => {
    const { page, server } = await question({ mayAnswer: false })
    expect(page.fields()).toEqual([])
    expect(page.hasMessage('desk.questions.notYours')).toBe(true)
    await page.click(t('desk.questions.route'))
    await page.click(t('desk.questions.routeConfirm'))
    expect(server.requestsTo(routeQuestion)).toEqual([])
    expect(page.hasMessage('desk.questions.topic.REQUIRED')).toBe(true)
  })
  test('an answered question shows the answer, and has no actions', async () => {
    const { page } = await question({ answer: { text: 'He may.', by: 'Juan', at: NOW } })
    expect(page.text()).toContain('He may.')
    expect(page.buttons()).toEqual([])
  })
  test('a late question is marked', async () => {
    const { page } = await question({ dueAt: '2026-11-26T09:00:00Z' })
    expect(page.hasMessage('desk.questions.late', { time: '1 hour' })).toBe(true)
    await page.unmount()
    expect((await question()).page.hasMessage('desk.questions.left', { time: '5 hours' })).toBe(true)
  })
})
