import { endChallenge, endPix, getOrder, renewPix } from '@cuida/core/checkout/order/api.ts'
import type { Order } from '@cuida/core/checkout/order/order.ts'
import { callKey, invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../kit/api.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { backToCheckout } from '../order/back-to-checkout.ts'
import { hasLostTime } from '../order/choose-again.ts'
import { rememberPlaced } from '../order/placed-order.ts'

/** What a patient may want instead of paying this code: another one, or to pay by another method, as also instead of answering a bank. */
export type PixAlternative = 'again' | 'other'

export interface InsteadOfPix {
  /** What was asked for and is not there yet. */
  alternative: PixAlternative | undefined
  ask: (alternative: PixAlternative) => void
  failure: unknown
}

/**
 * An open code, or a bank's question, is ended first, and nothing else begins before the order says that it is over: two codes that can both be
 * paid are never about (docs/decisions/0035). Whoever closes the page in between finds the order as it is.
 */
export function useInsteadOfPix({ id, status, product, challengeFrame }: Order): InsteadOfPix {
  const [alternative, setAlternative] = useState<PixAlternative>()
  const [failure, setFailure] = useState<unknown>()
  const queries = useQueryClient()
  const following = useRef<string>(undefined)

  function ask(wanted: PixAlternative): void {
    if (alternative) return
    setFailure(undefined)
    setAlternative(wanted)
    if (status === 'PENDING')
      void (challengeFrame ? endQuestion(id) : endCode(id))
        .then(() => invalidateQueries(queries, [callKey(getOrder, { id })]))
        .catch(giveUp)
  }
  function giveUp(error: unknown): void {
    following.current = undefined
    setFailure(error)
    setAlternative(undefined)
  }
  async function follow(wanted: PixAlternative): Promise<void> {
    if (wanted === 'other') return backToCheckout({ product })
    try {
      const { workflowId } = await renewCode(id)
      rememberPlaced(workflowId)
      goTo(pathOf('order', { id: workflowId }), { replace: true })
      setAlternative(undefined)
    } catch (error) {
      // The time is gone, and the calendar is where another is chosen.
      if (hasLostTime(error)) return backToCheckout({ product })
      throw error
    }
  }
  const latest = useRef({ follow, giveUp })
  latest.current = { follow, giveUp }
  useEffect(() => {
    if (!alternative || status === 'PENDING' || status === 'PROCESSING') return
    if (status === 'ACTIVE') return setAlternative(undefined)
    // Once for each alternative and order, however often React runs this.
    if (following.current === `${id} ${alternative}`) return
    following.current = `${id} ${alternative}`
    void latest.current.follow(alternative).catch((error: unknown) => latest.current.giveUp(error))
  }, [id, status, alternative])
  return { alternative, ask, failure }
}

/** Nothing can be paid with the open code of this order any more. */
const endCode = (orderId: string) => api(endPix, { id: orderId })
/** Another code for what that order was about: answers the order that has it. */
const renewCode = (orderId: string) => api(renewPix, { id: orderId })
/** No answer to the bank's question about this order is wanted any more. */
const endQuestion = (orderId: string) => api(endChallenge, { id: orderId })
