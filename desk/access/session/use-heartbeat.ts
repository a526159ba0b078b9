import { staffHeartbeat } from '@cuida/core/access/team/staff-api.ts'
import { isFinalRefusal } from '@cuida/ui/client/call-failed.ts'
import { keepAlive } from '@cuida/ui/presence/heartbeat.ts'
import { browserSurroundings } from '@cuida/ui/presence/signs.ts'
import { useEffect } from 'react'
import { api, session } from '../../kit/api.ts'
import { keepSessionEnd } from './session-end.ts'

/** Hands off for this long is a clinician who reads or writes on paper; longer is one who has left. */
const IDLE_MS = 20 * 60_000

/** Patients' waits are reckoned from the clinicians whose desks beat. A 401 ends the session itself. */
export function useDeskHeartbeat(): void {
  useEffect(() => keepAlive({ beat, idleMs: IDLE_MS }, browserSurroundings()), [])
  // Whoever signs in anew, in whichever tab, has another end.
  useEffect(() => session.onChange((isSignedIn) => isSignedIn && beat()), [])
}

export function beat(): void {
  api(staffHeartbeat)
    .then(({ endsInSeconds }) => keepSessionEnd(endsInSeconds))
    .catch((error) => {
      if (isFinalRefusal(error)) session.signOut('expired')
    })
}
