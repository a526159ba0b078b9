import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useEffect, useState } from 'react'
import { platform } from '../../platform/platform.ts'

const KEY = 'bank-page'
/** Long enough to read the notice before the redirect. */
const PAUSE_MS = 1_500

/**
 * Redirects to the bank's page (3-D Secure) once: a patient who comes back with "back" decides whether to go again.
 */
export function BankNotice({ url }: { url: string }) {
  const [wasThere] = useState(() => sessionStorage.getItem(KEY) === url)
  useEffect(() => {
    if (wasThere) return
    const timer = setTimeout(() => redirectToBank(url), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [url, wasThere])
  return <Alert tone="info" title={t(wasThere ? 'checkout.order.bank.back' : 'checkout.order.bank.leaving')} />
}

export function redirectToBank(url: string): void {
  sessionStorage.setItem(KEY, url)
  platform().openExternal(url)
}
