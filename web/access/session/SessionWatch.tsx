import { heartbeat } from '@cuida/core/access/session/session-api.ts'
import { updateMe } from '@cuida/core/profile/account/account-api.ts'
import { isFinalRefusal } from '@cuida/ui/client/call-failed.ts'
import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { preloadModules } from '@cuida/ui/lazy/lazy-module.ts'
import { usePresence } from '@cuida/ui/presence/use-presence.ts'
import { useEffect, useRef, useState } from 'react'
import { api, session } from '../../kit/api.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { signOut, useSession } from '../../kit/session/session.tsx'

/** The device's time zone, an IANA name. */
const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const IdleDialog = lazy('IdleDialog', () => import('./IdleDialog.tsx'), { place: 'over' })

const MINUTE = 60_000
const storage = browserStorage()

/** A4.14: sends a heartbeat every minute during activity, warns an idle person, and then signs out. */
export function SessionWatch() {
  const { patientSessionLengthInMins: length, warningBeforePatientLogoutInMins: warning } = usePartner()
  const sessionId = useSessionId()
  useReportTimeZone()
  const warningMs = warning * MINUTE
  const idleMs = length * MINUTE - warningMs
  const { presence, endsAt, stay } = usePresence({ sessionId, idleMs, warningMs, storage, sendHeartbeat })
  useEffect(() => {
    // Not if another tab has signed in meanwhile.
    if (presence === 'gone' && session.id() === sessionId) void signOut('idle')
  }, [presence, sessionId])
  useEffect(() => preloadModules(IdleDialog), [])
  if (presence !== 'away') return null
  return <IdleDialog endsAt={endsAt} totalSeconds={warning * 60} onClose={stay} onLeave={() => void signOut()} />
}

/** The id of the watched session: a new sign-in, in any tab, restarts the watch. */
function useSessionId(): string {
  const [id, setId] = useState(() => session.id() ?? '')
  useEffect(() => session.onChange((signedIn) => signedIn && setId(session.id() ?? '')), [])
  return id
}

/** Sends a heartbeat; a refused one ends the session. Without a reply the next heartbeat tries again. */
export function sendHeartbeat(): void {
  api(heartbeat).catch((error) => {
    if (isFinalRefusal(error)) session.signOut('expired')
  })
}

/**
 * Reports the device's time zone when the account has another one: notifications show times in the patient's zone.
 * Once per session, since two devices in two zones would otherwise overwrite each other for ever. A failure waits for
 * the next session.
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
