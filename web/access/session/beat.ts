import { heartbeat } from '@cuida/core/access/session/session-api.ts'
import { isFinalRefusal } from '@cuida/ui/client/call-failed.ts'
import { api, session } from '../../kit/api.ts'

/** A heartbeat that the server refuses ends the session. Without an answer the next heartbeat asks again. */
export function beat(): void {
  api(heartbeat).catch((error) => {
    if (isFinalRefusal(error)) session.signOut('expired')
  })
}
