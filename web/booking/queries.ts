import { listSlots } from '@cuida/core/booking/cart/api.ts'
import { POLL } from '@cuida/core/kit/polling.ts'
import { useRead } from '../kit/reads.ts'

interface Week {
  clinicianId: string
  productId: string
  /** Calendar days on the clinician's clock, both included. */
  from: string
  to: string
}

/**
 * Free times of some days; `sessionKey` marks what this booking holds itself. Other people book meanwhile: looked at again
 * by itself, and whenever the person comes back to the app.
 */
export const useSlots = ({ clinicianId: id, ...days }: Week, sessionKey: string | undefined) =>
  useRead(listSlots, { id, ...days }, { staleTime: 10_000, every: POLL.rarely, endsUnseen: true, sent: { sessionKey } })
