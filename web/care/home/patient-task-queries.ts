import { listPatientTasks, markRead } from '@cuida/core/care/patient-tasks/patient-task-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { useLocale } from '@cuida/ui/i18n/messages.ts'
import { useEffect } from 'react'
import { api } from '../../kit/api.ts'
import { useMutation } from '../../kit/mutations.ts'
import { useQuery } from '../../kit/queries.ts'

/** What waits for the family. */
export const usePatientTasks = () =>
  useQuery(listPatientTasks, {}, { per: useLocale(), every: POLL.every30s, staleTime: 0, endsUnseen: true })

/** Marks notes or an answer as read once they are on the screen. A failure leaves them unread: they stay on Home. */
export function useMarkRead(itemId: string, isShown: boolean): void {
  const { mutate } = useMutation((id: string) => api(markRead, { id }), { stale: [listPatientTasks] })
  useEffect(() => {
    if (isShown) mutate(itemId)
  }, [isShown, itemId, mutate])
}
