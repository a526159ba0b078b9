import type { Phone } from '@cuida/core/kit/shapes.ts'
import { lazyModule } from '@cuida/ui/lazy/lazy-module.ts'
import { useEffect, useState } from 'react'
import { readPhone } from './phone.ts'

const WAIT_MS = 400

export const welcomeCalls = lazyModule(() => import('./welcome-calls.ts'))

export interface PhoneAccount {
  /** Set while the input is a valid number. */
  phone: Phone | undefined
  /** undefined: not known (yet). The form then asks the server on submit. */
  exists: boolean | undefined
}
const UNKNOWN: PhoneAccount = { phone: undefined, exists: undefined }

/** Looks up, a moment after a valid number is typed, whether it has an account (product 11.3). */
export function usePhoneAccount(typed: string, country: string): PhoneAccount {
  const [account, setAccount] = useState(UNKNOWN)
  useEffect(() => {
    let current = true
    setAccount(UNKNOWN)
    if (typed.trim().length < 6) return
    async function checkAccount(): Promise<void> {
      const phone = await readPhone(typed, country)
      if (!current || !phone) return
      setAccount({ phone, exists: undefined })
      const { hasAccount } = await welcomeCalls.load()
      const exists = await hasAccount(phone)
      if (current) setAccount({ phone, exists })
    }
    // A failed look-up is repeated on submit, which reports it.
    const timer = setTimeout(() => void checkAccount().catch(() => {}), WAIT_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [typed, country])
  return account
}
