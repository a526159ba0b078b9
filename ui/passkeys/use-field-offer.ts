import { useEffect, useEffectEvent, useState } from 'react'
import { passkeyBrowser } from './can-use-passkeys.ts'

/** An offer in the field is renewed before its challenge expires. */
const OFFER_MS = 9 * 60_000

/**
 * Offers passkeys among the suggestions of the field whose `autocomplete` ends in `webauthn`, once the page is idle.
 * `signIn` waits for the choice and handles its failures. Returns a function that offers again, after a dialog has
 * ended the offer.
 */
export function useFieldOffer(signIn: () => Promise<unknown>): () => void {
  const [offer, setOffer] = useState(0)
  const renew = () => setOffer((count) => count + 1)
  const wait = useEffectEvent(async () => {
    const { canOfferInField } = await passkeyBrowser.load()
    if (await canOfferInField()) await signIn()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: one offer for each count
  useEffect(() => {
    const cancel = whenIdle(wait)
    const renewal = setInterval(renew, OFFER_MS)
    return () => {
      cancel()
      clearInterval(renewal)
      passkeyBrowser.here()?.endOffer()
    }
  }, [offer])
  return renew
}

/** Runs the work once the page is idle. Returns a function that prevents it; Safari has no idle callback. */
function whenIdle(work: () => Promise<unknown>): () => void {
  const run = () => void work().catch(() => {})
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(run, { timeout: 4_000 })
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(run, 1_000)
  return () => clearTimeout(timer)
}
