import type { Phone } from '@cuida/core/kit/shapes.ts'
import { useEffect, useState } from 'react'
import { readPhone } from './phone.ts'

const WAIT_MS = 400

export interface PhoneAccount {
  /** Set while what is typed is a valid number. */
  phone: Phone | undefined
  /** undefined: not known (yet). The form then asks the server on submit. */
  exists: boolean | undefined
}
const UNKNOWN: PhoneAccount = { phone: undefined, exists: undefined }

/** Asks, a moment after a valid number stands there, whether it has an account (design §4 "Phone"). */
export function usePhoneAccount(typed: string, country: string): PhoneAccount {
  const [account, setAccount] = useState(UNKNOWN)
  useEffect(() => {
    let current = true
    setAccount(UNKNOWN)
    if (typed.trim().length < 6) return
    const timer = setTimeout(async () => {
      const phone = await readPhone(typed, country)
      if (!current || !phone) return
      setAccount({ phone, exists: undefined })
      const { hasAccount } = await import('./welcome-calls.ts')
      const exists = await hasAccount(phone)
      if (current) setAccount({ phone, exists })
    }, WAIT_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [typed, country])
  return account
}
