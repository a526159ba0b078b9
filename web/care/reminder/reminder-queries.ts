import { confirmReminder, readReminder } from '@cuida/core/care/reminder/reminder-api.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'

const keyOf = (token: string) => ['reminder', token]

/** What a reminder's link is about. */
export function useReminder(token: string) {
  return useQuery({
    queryKey: keyOf(token),
    queryFn: () => api(readReminder, { token }),
    enabled: token !== '',
    retry: (failures, error) => failures < 2 && !(error instanceof CallFailed && error.status < 500),
  })
}

/** "I will be there", from the link alone. */
export function useConfirmReminder(token: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api(confirmReminder, { token }),
    onSuccess: (now) => queries.setQueryData(keyOf(token), now),
    onError: () => queries.invalidateQueries({ queryKey: keyOf(token) }),
  })
}
