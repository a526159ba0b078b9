import { confirmReminder, readReminder } from '@cuida/core/care/reminder/reminder-api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { useSharedQuery } from '@cuida/ui/client/queries/use-query.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useMutation } from '../../kit/mutations.ts'
import { queryOf } from '../../kit/queries.ts'

const reminderOf = (token: string) =>
  queryOf(
    readReminder,
    { token },
    {
      enabled: token !== '',
      retry: (failures, error) => failures < 2 && !(error instanceof CallFailed && error.status < 500),
    },
  )

/** The appointment of a reminder's link. */
export const useReminder = (token: string) => useSharedQuery(reminderOf(token))

/** Confirms attendance by the link's token alone. */
export function useConfirmReminder(token: string) {
  const queries = useQueryClient()
  const key = reminderOf(token).queryKey
  return useMutation(() => api(confirmReminder, { token }), {
    onDone: (now) => queries.setQueryData(key, now),
    staleWhenRefused: [key],
  })
}
