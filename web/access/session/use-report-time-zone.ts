import { updateMe } from '@cuida/core/profile/account/account-api.ts'
import { useEffect, useRef } from 'react'
import { api } from '../../kit/api.ts'
import { useSession } from '../../kit/session/session.tsx'

/** Of the device, by its IANA name. */
const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Tells the server in which zone this device is, when the account has another one: messages give times in the patient's zone.
 * Once a session: two devices in two zones would otherwise answer each other for ever. A failure is left to the next one.
 */
export function useReportTimeZone(): void {
  const known = useSession().profile?.timeZone
  const isReported = useRef(false)
  useEffect(() => {
    const timeZone = deviceTimeZone()
    if (known === undefined || isReported.current) return
    isReported.current = true
    if (known !== timeZone) void api(updateMe, { timeZone }).catch(() => {})
  }, [known])
}
