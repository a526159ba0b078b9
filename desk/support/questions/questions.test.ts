import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import { answerQuestion, getQuestion, listOpenQuestions } from '@cuida/core/support/questions/desk-question-api.ts'
import { isGone } from '@cuida/ui/client/call-failed.ts'
import { living, passing, playServer, signedIn, stopClock } from '@cuida/ui/client/session/test-living.ts'
import { focusManager } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { session } from '../../kit/api.ts'
import { useAnswer, useOpenQuestions, useQuestion, useWaitingQuestions } from './queries.ts'

const id = '10000000-0000-4000-8000-000000000001'

function desk() {
  stopClock()
  const server = playServer()
  server.answer(listOpenQuestions, { items: [{ id }, { id: 'other' }] })
  server.answer(getQuestion, { id })
  return server
}

test('open questions are counted for who works here, and looked at every half a minute, also in a tab behind', async () => {
  onTestFinished(() => focusManager.setFocused(undefined))
  const server = desk()
  signedIn(session)
  server.answer(staffMe, { role: 'clinician' })
  const rail = await living(() => ({ waiting: useWaitingQuestions(), list: useOpenQuestions() }))
  expect(rail.now().waiting).toBe(2)
  focusManager.setFocused(false)
  await passing(29_999)
  expect(server.heard(listOpenQuestions)).toHaveLength(1)
  await passing(1)
  expect(server.heard(listOpenQuestions)).toHaveLength(2)
})

test('nobody asks for them before it is known who works here', async () => {
  const server = desk()
  const rail = await living(useWaitingQuestions)
  expect([rail.now(), server.heard(listOpenQuestions)]).toEqual([0, []])
})

test('a question is looked at every half a minute, until it is nobody’s here any more', async () => {
  const server = desk()
  const open = await living(() => useQuestion(id))
  await passing(30_000)
  expect(server.heard(getQuestion)).toHaveLength(2)
  server.refuse(getQuestion, 'QUESTION_NOT_FOUND', 404)
  await passing(30_000)
  expect(isGone(open.now().error)).toBe(true)
  await passing(10 * 60_000)
  expect(server.heard(getQuestion)).toHaveLength(3)
})

test('a server that stumbles is asked twice more, and the question is not taken for gone', async () => {
  const server = desk()
  server.refuse(getQuestion, 'UNEXPECTED', 500)
  const open = await living(() => useQuestion(id))
  await passing(20_000)
  expect(server.heard(getQuestion)).toHaveLength(3)
  expect(isGone(open.now().error)).toBe(false)
})

test.each([
  ['given', undefined],
  ['refused', 'QUESTION_NOT_FOUND'],
])('an answer that was %s shows what waits now, there and in the list', async (_, refusal) => {
  const server = desk()
  signedIn(session)
  server.answer(staffMe, { role: 'clinician' })
  if (refusal) server.refuse(answerQuestion, refusal)
  else server.answer(answerQuestion, null)
  const open = await living(() => ({ list: useOpenQuestions(), one: useQuestion(id), answer: useAnswer(id) }))
  await open.do(({ answer }) => answer.mutateAsync('Twice a day').catch(() => {}))
  expect([server.heard(listOpenQuestions).length, server.heard(getQuestion).length]).toEqual([2, 2])
})
