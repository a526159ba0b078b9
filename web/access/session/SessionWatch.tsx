import { heartbeat } from '@cuida/core/access/session-api.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { browserStorage } from '@cuida/ui/client/storage.ts'
import { usePresence } from '@cuida/ui/presence/use-presence.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { api, session } from '../../kit/api.ts'
import { usePartner } from '../../kit/partner.tsx'
import { signOut } from '../../kit/session.tsx'

const IdleDialog = lazy(() => import('./IdleDialog.tsx').then((module) => ({ default: module.IdleDialog })))

const MINUTE = 60_000
const storage = browserStorage()

/** Spec 1 §4 "Inactivity": a heartbeat a minute while somebody is there, a warning when not, and then the end. */
export function SessionWatch() {
  const { patientSessionLengthInMins: length, warningBeforePatientLogoutInMins: warning } = usePartner()
  const sessionId = useSessionId()
  const warningMs = warning * MINUTE
  const idleMs = length * MINUTE - warningMs
  const { presence, endsAt, stay } = usePresence({ sessionId, idleMs, warningMs, storage, beat })
  useEffect(() => {
    // Not if somebody signed in meanwhile, in another tab.
    if (presence === 'gone' && session.id() === sessionId) void signOut('idle')
  }, [presence, sessionId])
  if (presence !== 'away') return null
  return (
    <Suspense>
      <IdleDialog endsAt={endsAt} totalSeconds={warning * 60} onStay={stay} onLeave={() => void signOut()} />
    </Suspense>
  )
}

/** Of the session that is watched: signing in anew, in whichever tab, begins another watch. */
function useSessionId(): string {
  const [id, setId] = useState(() => session.id() ?? '')
  useEffect(() => session.onChange((signedIn) => signedIn && setId(session.id() ?? '')), [])
  return id
}

/** 410: the server ended the session. Other failures are the network's, and the next heartbeat asks again. */
function beat(): void {
  api(heartbeat).catch((error) => {
    if (refusedWith(heartbeat, error, 'SESSION_ENDED')) session.signOut('expired')
  })
}
