import { POLL } from '@cuida/core/kit/polling.ts'
import { USUAL_QUIET } from '@cuida/core/news/choice/notifications.ts'
import {
  getStaffNewsChoice,
  listStaffNews,
  putStaffNewsChoice,
  type StaffNewsChoice,
} from '@cuida/core/news/staff/staff-news-api.ts'
import { api } from '../../kit/api.ts'
import { useChangeEvents } from '../../kit/change-events.ts'
import { useMutation, useQuery } from '../../kit/queries.ts'

const NEWS = [listStaffNews]

/** Change events make it earlier. It goes on in a hidden tab, because staff away from the tab need it most. */
export function useStaffNews() {
  useChangeEvents(NEWS)
  return useQuery(listStaffNews, {}, { every: POLL.every15s, inBackground: true }).data?.items
}

export const useNewsChoice = () => useQuery(getStaffNewsChoice)

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
