import type { Reply } from '@cuida/core/kit/call.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import type { QuestionTopic } from '@cuida/core/support/questions/question.ts'
import { askQuestion, listQuestions } from '@cuida/core/support/questions/question-api.ts'
import { useCombinedQuery } from '@cuida/ui/client/queries/use-query.ts'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { useChangeEvents } from '../../kit/content/change-events.ts'
import { loadAllPages } from '../../kit/frame/load-all-pages.ts'
import { useMutation } from '../../kit/mutations.ts'
import { createKeyPerInput } from '../../kit/navigation/idempotency-keys.ts'

const QUESTIONS = [listQuestions]

/** Polled as well, in case a change event is lost. */
export function useQuestions() {
  useChangeEvents(QUESTIONS)
  return useCombinedQuery(listQuestions, undefined, listAll, { every: POLL.every30s })
}

async function listAll(): Promise<Reply<typeof listQuestions>> {
  let first: Reply<typeof listQuestions> | undefined
  const items = await loadAllPages(async (after) => {
    const page = await api(listQuestions, after)
    first ??= page
    return page
  })
  return { ...(first as Reply<typeof listQuestions>), items }
}

interface QuestionInput {
  /** The patient, where there is a choice. */
  patientId?: string
  topic: QuestionTopic
  text: string
}

/** The patient is asked in families of more than one. */
export const asksForPatient = (
  { familyProfilesEnabled }: { familyProfilesEnabled: boolean },
  family: readonly unknown[],
) => familyProfilesEnabled && family.length > 1

export const questionInput = (
  typed: { who: string; topic: QuestionTopic; text: string },
  hasChoice: boolean,
): QuestionInput => ({
  ...(hasChoice ? { patientId: typed.who } : {}),
  topic: typed.topic,
  text: typed.text.trim(),
})

/** Repeating the same question reuses its idempotency key: after a lost reply another tap asks nothing twice. */
export function useAsk() {
  const [keyOf] = useState(createKeyPerInput)
  return useMutation((input: QuestionInput) => api(askQuestion, { key: keyOf(input), ...input }), { stale: QUESTIONS })
}
