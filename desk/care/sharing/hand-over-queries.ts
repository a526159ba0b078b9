import { getColleagues, type HandOverReason, handOver } from '@cuida/core/care/sharing/hand-over-api.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { useDeed } from '../queries.ts'

const ASK_MS = 10_000

/** Who could take it now; people come and go while the dialog is open. */
export const useColleagues = (id: string) =>
  useQuery({ queryKey: ['desk', 'colleagues', id], queryFn: () => api(getColleagues, { id }), refetchInterval: ASK_MS })

/** Who has left meanwhile is chosen no longer. */
export const colleagueOf = <C extends { clinicianId: string }>(items: readonly C[] | undefined, chosen?: string) =>
  items?.find(({ clinicianId }) => clinicianId === chosen)

export const useHandOver = (id: string, onDone: () => void) =>
  useDeed((given: { clinicianId: string; reason: HandOverReason }) => api(handOver, { id, ...given }), onDone)
