import { staffHeartbeat } from '@cuida/core/access/team/staff-api.ts'
import { isFinalRefusal } from '@cuida/ui/client/call-failed.ts'
import { browserSurroundings } from '@cuida/ui/presence/activity-events.ts'
import { keepAlive } from '@cuida/ui/presence/heartbeat.ts'
import { useEffect } from 'react'
import { api, session } from '../../kit/api.ts'
import { keepSessionEnd } from './session-end.ts'

/** A clinician may read or write on paper for this long without touching the desk; after that they count as away. */
const IDLE_MS = 20 * 60_000

/**
 * The server estimates waiting times from the clinicians whose desks send heartbeats. A 401 reply ends the session.
 */
export function useDeskHeartbeat(): void {
  useEffect(() => keepAlive({ sendHeartbeat, idleMs: IDLE_MS }, browserSurroundings()), [])
  // A new sign-in, in any tab, has another session end.
  useEffect(() => session.onChange((isSignedIn) => isSignedIn && sendHeartbeat()), [])
}

export function sendHeartbeat(): void {
  api(staffHeartbeat)
    .then(({ endsInSeconds }) => keepSessionEnd(endsInSeconds))
    .catch((error) => {
      if (isFinalRefusal(error)) session.signOut('expired')
    })
}
