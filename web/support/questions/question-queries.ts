import type { Reply } from '@cuida/core/kit/call.ts'
import type { QuestionTopic } from '@cuida/core/support/questions/question.ts'
import { askQuestion, listQuestions } from '@cuida/core/support/questions/question-api.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { useHints } from '../../kit/content/hints.ts'
import { everyPage } from '../../kit/frame/every-page.ts'
import { onceEach } from '../../kit/navigation/once.ts'

/** An answer may come while one looks, should a hint be lost. */
const SELDOM_MS = 30_000
const KEY = 'questions'

export function useQuestions() {
  useHints(KEY)
  return useQuery({ queryKey: [KEY], queryFn: listAll, refetchInterval: SELDOM_MS })
}

async function listAll(): Promise<Reply<typeof listQuestions>> {
  let answerHours = 0
  const items = await everyPage(async (before) => {
    const page = await api(listQuestions, before)
    answerHours = page.answerHours
    return page
  })
  return { items, answerHours }
}

interface Wish {
  /** Whom it is about, where that is a choice. */
  patientId?: string
  topic: QuestionTopic
  text: string
}

/** Whom it is about is asked where there is more than one. */
export const isAskedWho = ({ familyProfilesEnabled }: { familyProfilesEnabled: boolean }, family: readonly unknown[]) =>
  familyProfilesEnabled && family.length > 1

export const wishOf = (typed: { who: string; topic: QuestionTopic; text: string }, hasChoice: boolean): Wish => ({
  ...(hasChoice ? { patientId: typed.who } : {}),
  topic: typed.topic,
  text: typed.text.trim(),
})

/** The same words go under the same key: when an answer was lost on the way, another tap asks nothing twice. */
export function useAsk() {
  const queries = useQueryClient()
  const [keyOf] = useState(onceEach)
  return useMutation({
    mutationFn: (wish: Wish) => api(askQuestion, { key: keyOf(wish), ...wish }),
    onSettled: () => queries.invalidateQueries({ queryKey: [KEY] }),
  })
}
