import { heartbeat } from '@cuida/core/access/session-api.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { useHeartbeat } from '@cuida/ui/client/use-heartbeat.ts'
import { api, session } from '../kit/api.ts'
import { usePartner } from '../kit/partner.tsx'

/** Spec 1 §4: idle after the session's length less the minutes of warning; until then a beat a minute. */
export function usePatientHeartbeat(signedIn: boolean): void {
  const { patientSessionLengthInMins: length, warningBeforePatientLogoutInMins: warning } = usePartner()
  useHeartbeat({ beat, idleMs: (length - warning) * 60_000, on: signedIn })
}

function beat(): void {
  api(heartbeat).catch((error) => {
    if (refusedWith(heartbeat, error, 'SESSION_ENDED')) session.signOut()
  })
}
