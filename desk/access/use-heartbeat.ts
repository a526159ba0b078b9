import { staffHeartbeat } from '@cuida/core/access/staff-api.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { useEffect } from 'react'
import { api, session } from '../kit/api.ts'

const EVERY_MS = 60_000
/** Hands off for this long is a clinician who reads or writes on paper; longer is one who has left. */
const IDLE_MS = 20 * 60_000
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/** Says once a minute that somebody is at this desk: patients' waits are reckoned from it. A 401 ends the session itself. */
export function useHeartbeat(): void {
  useEffect(() => {
    let seen = Date.now()
    const see = () => {
      seen = Date.now()
    }
    const beat = () => {
      if (Date.now() - seen > IDLE_MS) return
      api(staffHeartbeat).catch((error) => {
        if (refusedWith(staffHeartbeat, error, 'SESSION_ENDED')) session.signOut()
      })
    }
    beat()
    const timer = setInterval(beat, EVERY_MS)
    for (const sign of SIGNS) addEventListener(sign, see, { passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS) removeEventListener(sign, see)
    }
  }, [])
}
