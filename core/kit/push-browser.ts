import * as v from 'valibot'
import { Text } from './shapes.ts'

/** What `pushManager.subscribe()` gave a browser (RFC 8291): where it is woken, and the keys that only it can read with. */
export const PushBrowser = v.object({
  endpoint: Text(10, 1000),
  p256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}=?$/)),
  auth: v.pipe(v.string(), v.regex(/^[\w-]{22}={0,2}$/)),
})
