import { USUAL_QUIET } from '@cuida/core/news/choice/notifications.ts'
import {
  getStaffNewsChoice,
  listStaffNews,
  putStaffNewsChoice,
  type StaffNewsChoice,
} from '@cuida/core/news/staff/staff-news-api.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useHints } from '../../kit/hints.ts'

const ASK_MS = 15_000
const NEWS = ['staff-news'] as const
const CHOICE = ['staff-news-choice']

/** Hints make it quicker; it goes on while nobody looks at the tab, which is whom it is for. */
export function useStaffNews() {
  useHints(NEWS)
  return useQuery({
    queryKey: NEWS,
    queryFn: () => api(listStaffNews),
    refetchInterval: ASK_MS,
    refetchIntervalInBackground: true,
  }).data?.items
}

export const useNewsChoice = () => useQuery({ queryKey: CHOICE, queryFn: () => api(getStaffNewsChoice) })

type Choice = Pick<StaffNewsChoice, 'ways' | 'topics' | 'quiet'>

/** As it is chosen on the screen: the hours stay typed while nothing is quiet. */
export const draftOf = ({ ways, topics, quiet }: Choice) => ({
  ways,
  topics,
  isQuiet: quiet !== null,
  ...(quiet ?? USUAL_QUIET),
})

export const choiceOf = ({ ways, topics, isQuiet, from, until }: ReturnType<typeof draftOf>): Choice => ({
  ways,
  topics,
  quiet: isQuiet ? { from, until } : null,
})

export function useSaveNewsChoice() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (choice: Choice) => api(putStaffNewsChoice, choice),
    onSuccess: (now) => queries.setQueryData(CHOICE, now),
  })
}
