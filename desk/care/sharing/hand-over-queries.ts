import { getColleagues, type HandOverReason, handOver } from '@cuida/core/care/sharing/hand-over-api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { api } from '../../kit/api.ts'
import { useRead } from '../../kit/reads.ts'
import { useCareDeed } from '../queries.ts'

/** Who could take it now; people come and go while the dialog is open. */
export const useColleagues = (id: string) => useRead(getColleagues, { id }, { every: POLL.steadily })

/** Who has left meanwhile is chosen no longer. */
export const colleagueOf = <C extends { clinicianId: string }>(items: readonly C[] | undefined, chosen?: string) =>
  items?.find(({ clinicianId }) => clinicianId === chosen)

export const useHandOver = (id: string, onDone: () => void) =>
  useCareDeed((given: { clinicianId: string; reason: HandOverReason }) => api(handOver, { id, ...given }), onDone)
