import { leaveQueue, sayHere } from '@cuida/core/care/waiting/waiting-api.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'

export const useHere = (id: string) => useWaitingDeed(() => api(sayHere, { id }))
export const useAway = (id: string) => useWaitingDeed((away: boolean) => api(leaveQueue, { id, away }))

/** Busy until what was asked for is on the screen; refused or not, what is true now is asked again. */
function useWaitingDeed<T = void>(mutationFn: (input: T) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queries.invalidateQueries({ queryKey: ['consultations'] }) })
}
