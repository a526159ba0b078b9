import { heartbeat } from '@cuida/core/access/session/session-api.ts'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { api, session } from '../../kit/api.ts'

/** 410: the server ended the session. Other failures are the network's, and the next heartbeat asks again. */
export function beat(): void {
  api(heartbeat).catch((error) => {
    if (refusedWith(heartbeat, error, 'SESSION_ENDED')) session.signOut('expired')
  })
}
