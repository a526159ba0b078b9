import { make } from './dom.ts'
import type { Challenge, FromFrame } from './protocol.ts'

/** What a bank's page may do: be a page of its own, open its own windows, and not take the app away from under the patient. */
const MAY = 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/**
 * The bank's question (3-D Secure), in a frame that its request is posted into. The page that this runs in may frame any
 * bank and talk to nobody; the one with the card in it may do neither (server/pages/windows/payment-frame.ts).
 */
export function bankFrame(
  { url, request }: Challenge,
  { title, send }: { title: string; send: (message: FromFrame) => void },
): { element: HTMLElement; ask: () => void } {
  const frame = make('iframe', { name: 'bank', title, class: 'bank', sandbox: MAY, referrerpolicy: 'no-referrer' })
  const form = make(
    'form',
    { method: 'post', action: url, target: 'bank', hidden: '' },
    make('input', { type: 'hidden', name: 'creq', value: request }),
  )
  // Whoever says it, it is a hint alone: the order is looked at again, and the provider says how it went.
  window.addEventListener('message', ({ data }) => {
    if (typeof data === 'object' && data !== null && data.status === 'COMPLETE') send({ type: 'complete' })
  })
  return { element: make('div', {}, frame, form), ask: () => form.submit() }
}
