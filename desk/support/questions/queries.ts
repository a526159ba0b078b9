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

/** Change events refetch both sooner than the timer. */
const QUESTIONS = [listOpenQuestions, getQuestion]

export function useOpenQuestions() {
  const { data: staff } = useStaff()
  return useQuery(listOpenQuestions, {}, { enabled: staff !== undefined, every: POLL.every30s, inBackground: true })
}

/** The number in the sidebar; mounted as long as the desk is open. */
export function useWaitingQuestions(): number {
  useChangeEvents(QUESTIONS)
  return useOpenQuestions().data?.items.length ?? 0
}

/** A question that moved to another topic and one that does not exist both return 404. */
export const useQuestion = (id: string) => useQuery(getQuestion, { id }, untilGone(POLL.every30s))

/** Refetches after success and after a refusal, before the mutation resolves. */
const OLD = { stale: QUESTIONS }

export const useAnswer = (id: string) => useMutation((text: string) => api(answerQuestion, { id, text }), OLD)
export const useMoveQuestion = (id: string) =>
  useMutation((topic: QuestionTopic) => api(routeQuestion, { id, topic }), OLD)
