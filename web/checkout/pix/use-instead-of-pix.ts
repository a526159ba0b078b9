import { cancelPix, endChallenge, getOrder, renewPix } from '@cuida/core/checkout/order/api.ts'
import type { Order } from '@cuida/core/checkout/order/order.ts'
import { callKey, invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../kit/api.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { backToCheckout } from '../order/back-to-checkout.ts'
import { hasLostHold } from '../order/choose-again.ts'
import { rememberPlacedOrder } from '../order/placed-order.ts'

/**
 * What a patient may choose instead of an open Pix code: a new code (`again`) or another payment method (`other`),
 * the latter also instead of a bank's challenge.
 */
export type PixAlternative = 'again' | 'other'

export interface InsteadOfPix {
  /** The chosen alternative while it is in progress. */
  alternative: PixAlternative | undefined
  requestAlternative: (alternative: PixAlternative) => void
  failure: unknown
}

/**
 * An open code or challenge is ended first, and the alternative starts only once the order reports its end: two
 * payable codes never exist at once (docs/decisions/0035). Closing the page in between leaves the order as it is.
 */
export function useInsteadOfPix({ id, status, product, paymentMethodType }: Order): InsteadOfPix {
  const [alternative, setAlternative] = useState<PixAlternative>()
  const [failure, setFailure] = useState<unknown>()
  const queries = useQueryClient()
  const following = useRef<string>(undefined)

  function requestAlternative(nextAlternative: PixAlternative): void {
    if (alternative) return
    setFailure(undefined)
    setAlternative(nextAlternative)
    if (status === 'PENDING')
      void (paymentMethodType === 'PIX' ? endCode(id) : endQuestion(id))
        .then(() => invalidateQueries(queries, [callKey(getOrder, { id })]))
        .catch(giveUp)
  }
  function giveUp(error: unknown): void {
    following.current = undefined
    setFailure(error)
    setAlternative(undefined)
  }
  async function follow(nextAlternative: PixAlternative): Promise<void> {
    if (nextAlternative === 'other') return backToCheckout({ product })
    try {
      const { workflowId } = await renewCode(id)
      rememberPlacedOrder(workflowId)
      goTo(pathOf('order', { id: workflowId }), { replace: true })
      setAlternative(undefined)
    } catch (error) {
      // The hold is gone: the patient chooses another time in the calendar.
      if (hasLostHold(error)) return backToCheckout({ product })
      throw error
    }
  }
  const latest = useRef({ follow, giveUp })
  latest.current = { follow, giveUp }
  useEffect(() => {
    if (!alternative || status === 'PENDING' || status === 'PROCESSING') return
    if (status === 'ACTIVE') return setAlternative(undefined)
    // Once per alternative and order, however often React runs this effect.
    if (following.current === `${id} ${alternative}`) return
    following.current = `${id} ${alternative}`
    void latest.current.follow(alternative).catch((error: unknown) => latest.current.giveUp(error))
  }, [id, status, alternative])
  return { alternative, requestAlternative, failure }
}

/** Ends the open code of this order. */
const endCode = (orderId: string) => api(cancelPix, { id: orderId })
/** Creates a new code for the same booking; returns the order that has it. */
const renewCode = (orderId: string) => api(renewPix, { id: orderId })
/** Gives up the bank's challenge of this order. */
const endQuestion = (orderId: string) => api(endChallenge, { id: orderId })
