import { browserStorage } from '@cuida/ui/client/session/storage.ts'
import { lazy } from '@cuida/ui/lazy/lazy.tsx'
import { ahead } from '@cuida/ui/lazy/part.ts'
import { usePresence } from '@cuida/ui/presence/use-presence.ts'
import { useEffect, useState } from 'react'
import { session } from '../../kit/api.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { signOut } from '../../kit/session/session.tsx'
import { beat } from './beat.ts'
import { useReportTimeZone } from './use-report-time-zone.ts'

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
