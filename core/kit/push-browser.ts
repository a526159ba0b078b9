import * as v from 'valibot'
import { Text } from './shapes.ts'

/**
 * Result of `pushManager.subscribe()` in a browser (RFC 8291): the push endpoint, and the browser's encryption keys.
 */
export const PushBrowser = v.object({
  endpoint: Text(10, 1000),
  p256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}=?$/)),
  auth: v.pipe(v.string(), v.regex(/^[\w-]{22}={0,2}$/)),
})
