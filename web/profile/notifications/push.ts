import { addPushDevice, removePushDevice } from '@cuida/core/notifications/choice/notifications-api.ts'
import { browserPush } from '@cuida/ui/client/browser-push.ts'
import { api } from '../../kit/api.ts'

/** Web Push of this browser; native apps use app-push.ts. */
export const push = browserPush({
  worker: '/service-worker.js',
  scope: '/',
  add: (browser) => api(addPushDevice, browser),
  remove: (browser) => api(removePushDevice, browser),
})
