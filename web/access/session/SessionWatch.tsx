import { heartbeat } from '@cuida/core/access/session/session-api.ts'
import { updateMe } from '@cuida/core/profile/account/account-api.ts'
import { isFinalRefusal } from '@cuida/ui/client/call-failed.ts'
import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { ahead } from '@cuida/ui/lazy/part.ts'
import { usePresence } from '@cuida/ui/presence/use-presence.ts'
import { useEffect, useRef, useState } from 'react'
import { api, session } from '../../kit/api.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { signOut, useSession } from '../../kit/session/session.tsx'

/** Of the device, by its IANA name. */
const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const IdleDialog = lazy('IdleDialog', () => import('./IdleDialog.tsx'), { place: 'over' })

const MINUTE = 60_000
const storage = browserStorage()

/** A4.14: a heartbeat a minute while somebody is there, a warning when not, and then the end. */
export function SessionWatch() {
  const { patientSessionLengthInMins: length, warningBeforePatientLogoutInMins: warning } = usePartner()
  const sessionId = useSessionId()
  useReportTimeZone()
  const warningMs = warning * MINUTE
  const idleMs = length * MINUTE - warningMs
  const { presence, endsAt, stay } = usePresence({ sessionId, idleMs, warningMs, storage, beat })
  useEffect(() => {
    // Not if somebody signed in meanwhile, in another tab.
    if (presence === 'gone' && session.id() === sessionId) void signOut('idle')
  }, [presence, sessionId])
  useEffect(() => ahead(IdleDialog), [])
  if (presence !== 'away') return null
  return <IdleDialog endsAt={endsAt} totalSeconds={warning * 60} onClose={stay} onLeave={() => void signOut()} />
}

/** Of the session that is watched: signing in anew, in whichever tab, begins another watch. */
function useSessionId(): string {
  const [id, setId] = useState(() => session.id() ?? '')
  useEffect(() => session.onChange((signedIn) => signedIn && setId(session.id() ?? '')), [])
  return id
}

/** A heartbeat that the server refuses ends the session. Without an answer the next heartbeat asks again. */
export function beat(): void {
  api(heartbeat).catch((error) => {
    if (isFinalRefusal(error)) session.signOut('expired')
  })
}

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
