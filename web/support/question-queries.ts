import type { Reply } from '@cuida/core/kit/call.ts'
import type { QuestionTopic } from '@cuida/core/support/question.ts'
import { askQuestion, listQuestions } from '@cuida/core/support/question-api.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../kit/api.ts'
import { everyPage } from '../kit/every-page.ts'
import { useHints } from '../kit/hints.ts'

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
  /** Whom it is about. */
  patientId: string | undefined
  topic: QuestionTopic
  text: string
}

/** The same words go under the same key: when an answer was lost on the way, another tap asks nothing twice. */
export function useAsk() {
  const queries = useQueryClient()
  const last = useRef({ said: '', key: '' })
  return useMutation({
    mutationFn: ({ patientId, topic, text }: Wish) => {
      const said = `${patientId} ${topic} ${text}`
      if (last.current.said !== said) last.current = { said, key: crypto.randomUUID() }
      return api(askQuestion, { key: last.current.key, topic, text, ...(patientId ? { patientId } : {}) })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [KEY] }),
  })
}
