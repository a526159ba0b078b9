import { POLL } from '@cuida/core/kit/polling.ts'
import { USUAL_QUIET } from '@cuida/core/news/choice/notifications.ts'
import {
  getStaffNewsChoice,
  listStaffNews,
  putStaffNewsChoice,
  type StaffNewsChoice,
} from '@cuida/core/news/staff/staff-news-api.ts'
import { api } from '../../kit/api.ts'
import { useHints } from '../../kit/hints.ts'
import { useMutation, useRead } from '../../kit/reads.ts'

const NEWS = [listStaffNews]

/** Hints make it quicker; it goes on while nobody looks at the tab, which is whom it is for. */
export function useStaffNews() {
  useHints(NEWS)
  return useRead(listStaffNews, {}, { every: POLL.seldom, inBackground: true }).data?.items
}

export const useNewsChoice = () => useRead(getStaffNewsChoice)

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

export const useSaveNewsChoice = () =>
  useMutation((choice: Choice) => api(putStaffNewsChoice, choice), {
    keep: (now, keeper) => keeper(getStaffNewsChoice, {}, now),
  })
