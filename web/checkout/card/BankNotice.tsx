import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { platform } from '../../platform/platform.ts'

const KEY = 'bank-page'
/** Long enough to read the notice before the redirect. */
const PAUSE_MS = 1_500
/** After a redirect that opened no page here, as in an app, the patient is offered another way. */
const STUCK_MS = 6_000

interface BankNoticeProps {
  url: string
  /** The bank's page (3-D Secure), or the provider's for a wallet. */
  page: 'bank' | 'wallet'
  children: ReactNode
}

/**
 * Redirects to the page once: a patient who comes back with "back" decides whether to go again, or
 * takes another way (`children`).
 */
export function BankNotice({ url, page, children }: BankNoticeProps) {
  const [wasThere] = useState(() => sessionStorage.getItem(KEY) === url)
  useEffect(() => {
    if (wasThere) return
    const timer = setTimeout(() => redirectToBank(url), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [url, wasThere])
  const [isStuck, setStuck] = useState(wasThere)
  useEffect(() => {
    const timer = setTimeout(() => setStuck(true), STUCK_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Alert tone="info" title={t(`checkout.order.${page}.${isStuck ? 'back' : 'leaving'}`)} />
      {isStuck && children}
    </>
  )
}

export function redirectToBank(url: string): void {
  sessionStorage.setItem(KEY, url)
  platform().openExternal(url)
}
