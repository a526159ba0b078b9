import { addPushDevice, removePushDevice } from '@cuida/core/notifications/choice/notifications-api.ts'
import { browserPush } from '@cuida/ui/client/browser-push.ts'
import { api } from '../../kit/api.ts'

/** What wakes this browser; a native app has its own way (app-push.ts). */
export const push = browserPush({
  worker: '/push-worker.js',
  scope: '/',
  add: (browser) => api(addPushDevice, browser),
  remove: (browser) => api(removePushDevice, browser),
})
