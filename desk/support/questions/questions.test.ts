import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import { answerQuestion, getQuestion, listOpenQuestions } from '@cuida/core/support/questions/desk-question-api.ts'
import { isGone } from '@cuida/ui/client/call-failed.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { focusManager } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { session } from '../../kit/api.ts'
import { useAnswer, useOpenQuestions, useQuestion, useWaitingQuestions } from './queries.ts'

const id = '10000000-0000-4000-8000-000000000001'

function desk() {
  freezeTime()
  const server = mockServer()
  server.reply(listOpenQuestions, { items: [{ id }, { id: 'other' }] })
  server.reply(getQuestion, { id })
  return server
}

test('open questions are polled every 30 seconds, also in a background tab, and counted', async () => {
  onTestFinished(() => focusManager.setFocused(undefined))
  const server = desk()
  signInTestUser(session)
  server.reply(staffMe, { role: 'clinician' })
  const sidebar = await renderHookWithQueries(() => ({ waiting: useWaitingQuestions(), list: useOpenQuestions() }))
  expect(sidebar.current().waiting).toBe(2)
  focusManager.setFocused(false)
  await advanceTime(29_999)
  expect(server.requestsTo(listOpenQuestions)).toHaveLength(1)
  await advanceTime(1)
  expect(server.requestsTo(listOpenQuestions)).toHaveLength(2)
})

test('no questions are fetched before the user is known', async () => {
  const server = desk()
  const sidebar = await renderHookWithQueries(useWaitingQuestions)
  expect([sidebar.current(), server.requestsTo(listOpenQuestions)]).toEqual([0, []])
})

test('a question is polled every 30 seconds until it returns 404', async () => {
  const server = desk()
  const open = await renderHookWithQueries(() => useQuestion(id))
  await advanceTime(30_000)
  expect(server.requestsTo(getQuestion)).toHaveLength(2)
  server.refuse(getQuestion, 'QUESTION_NOT_FOUND', 404)
  await advanceTime(30_000)
  expect(isGone(open.current().error)).toBe(true)
  await advanceTime(10 * 60_000)
  expect(server.requestsTo(getQuestion)).toHaveLength(3)
})

test('a server error is retried twice and does not count as gone', async () => {
  const server = desk()
  server.refuse(getQuestion, 'UNEXPECTED', 500)
  const open = await renderHookWithQueries(() => useQuestion(id))
  await advanceTime(20_000)
  expect(server.requestsTo(getQuestion)).toHaveLength(3)
  expect(isGone(open.current().error)).toBe(false)
})

test.each([
  ['given', undefined],
  ['refused', 'QUESTION_NOT_FOUND'],
])('an answer that was %s refetches the question and the list', async (_, refusal) => {
  const server = desk()
  signInTestUser(session)
  server.reply(staffMe, { role: 'clinician' })
  if (refusal) server.refuse(answerQuestion, refusal)
  else server.reply(answerQuestion, null)
  const open = await renderHookWithQueries(() => ({
    list: useOpenQuestions(),
    one: useQuestion(id),
    answer: useAnswer(id),
  }))
  await open.act(({ answer }) => answer.mutateAsync('Twice a day').catch(() => {}))
  expect([server.requestsTo(listOpenQuestions).length, server.requestsTo(getQuestion).length]).toEqual([2, 2])
})
