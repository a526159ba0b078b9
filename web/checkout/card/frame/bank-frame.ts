import { createHtmlElement } from './dom.ts'
import type { Challenge, FromFrame } from './protocol.ts'

/** Sandbox permissions of a bank's page: its own origin and popups, but no navigation of the app. */
const MAY = 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/**
 * Posts the bank's 3-D Secure challenge into a frame. The page that runs this may frame any bank but make no
 * requests; the page with the card fields may frame no bank (server/pages/windows/payment-frame.ts).
 */
export function bankFrame(
  { url, request }: Challenge,
  { title, send }: { title: string; send: (message: FromFrame) => void },
): { element: HTMLElement; submit: () => void } {
  const frame = createHtmlElement('iframe', {
    name: 'bank',
    title,
    class: 'bank',
    sandbox: MAY,
    referrerpolicy: 'no-referrer',
  })
  const form = createHtmlElement(
    'form',
    { method: 'post', action: url, target: 'bank', hidden: '' },
    createHtmlElement('input', { type: 'hidden', name: 'creq', value: request }),
  )
  // The sender is not checked: the message is only a hint, upon which the app fetches the order; the result comes
  // from the provider.
  window.addEventListener('message', ({ data }) => {
    if (typeof data === 'object' && data !== null && data.status === 'COMPLETE') send({ type: 'complete' })
  })
  return { element: createHtmlElement('div', {}, frame, form), submit: () => form.submit() }
}
