import { POLL } from '@cuida/core/kit/polling.ts'
import {
  answerQuestion,
  getQuestion,
  listOpenQuestions,
  routeQuestion,
} from '@cuida/core/support/questions/desk-question-api.ts'
import type { QuestionTopic } from '@cuida/core/support/questions/question.ts'
import { api } from '../../kit/api.ts'
import { useChangeEvents } from '../../kit/change-events.ts'
import { untilGone, useMutation, useQuery } from '../../kit/queries.ts'
import { useStaff } from '../../kit/session.ts'

/** Change events make both earlier. */
const QUESTIONS = [listOpenQuestions, getQuestion]

export function useOpenQuestions() {
  const { data: staff } = useStaff()
  return useQuery(listOpenQuestions, {}, { enabled: staff !== undefined, every: POLL.every30s, inBackground: true })
}

/** How many wait: a number in the sidebar, which stands there as long as the desk does. */
export function useWaitingQuestions(): number {
  useChangeEvents(QUESTIONS)
  return useOpenQuestions().data?.items.length ?? 0
}

/** Not of our topics any more, or nobody's: both look the same from here. */
export const useQuestion = (id: string) => useQuery(getQuestion, { id }, untilGone(POLL.every30s))

/** Refused or not: what is true now is shown before anybody goes on. */
const OLD = { stale: QUESTIONS }

export const useAnswer = (id: string) => useMutation((text: string) => api(answerQuestion, { id, text }), OLD)
export const useSendOn = (id: string) => useMutation((topic: QuestionTopic) => api(routeQuestion, { id, topic }), OLD)
