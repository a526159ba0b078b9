import { addStaffDevice, removeStaffDevice } from '@cuida/core/news/staff/staff-news-api.ts'
import { browserPush } from '@cuida/ui/client/browser-push.ts'
import { api } from '../../kit/api.ts'

/** What wakes this browser for the staff. */
export const waking = browserPush({
  worker: '/desk/push-worker.js',
  scope: '/desk/',
  add: (browser) => api(addStaffDevice, browser),
  remove: (browser) => api(removeStaffDevice, browser),
})
