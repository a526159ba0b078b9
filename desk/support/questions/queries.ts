import {
  answerQuestion,
  getQuestion,
  listOpenQuestions,
  routeQuestion,
} from '@cuida/core/support/questions/desk-question-api.ts'
import type { QuestionTopic } from '@cuida/core/support/questions/question.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useStaff } from '../../kit/session.ts'

/** Hints make both quicker (kit/hints.ts): what is under this key is asked again. */
const DESK = ['desk'] as const
const SELDOM_MS = 30_000

export function useOpenQuestions() {
  const { data: staff } = useStaff()
  return useQuery({
    queryKey: [...DESK, 'questions'],
    queryFn: () => api(listOpenQuestions),
    enabled: staff !== undefined,
    refetchInterval: SELDOM_MS,
    refetchIntervalInBackground: true,
  })
}

/** How many wait: a number in the rail. */
export const useWaitingQuestions = (): number => useOpenQuestions().data?.items.length ?? 0

/** Not of our topics any more, or nobody's: both look the same from here. */
export const isGone = (error: unknown): boolean => error instanceof CallFailed && error.status === 404

export function useQuestion(id: string) {
  return useQuery({
    queryKey: [...DESK, 'question', id],
    queryFn: () => api(getQuestion, { id }),
    refetchInterval: ({ state }) => (isGone(state.error) ? false : SELDOM_MS),
    retry: (count, failure) => !isGone(failure) && count < 2,
  })
}

function useDeed<T>(mutationFn: (input: T) => Promise<unknown>) {
  const queries = useQueryClient()
  // Refused or not: what is true now is shown before anybody goes on.
  return useMutation({
    mutationFn,
    onSettled: () => queries.invalidateQueries({ queryKey: DESK }),
  })
}

export const useAnswer = (id: string) => useDeed((text: string) => api(answerQuestion, { id, text }))
export const useSendOn = (id: string) => useDeed((topic: QuestionTopic) => api(routeQuestion, { id, topic }))
