import * as v from 'valibot'

export const Device = v.picklist(['phone', 'tablet', 'computer', 'other'])
export type Device = v.InferOutput<typeof Device>

/** What kind of device a browser says it runs on: enough to recognise one's own, too little to follow anybody. */
export function deviceOf(userAgent: string): Device {
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)) return 'tablet'
  if (/Mobi|iPhone|iPod/i.test(userAgent)) return 'phone'
  if (/Windows|Macintosh|CrOS|X11|Linux/i.test(userAgent)) return 'computer'
  return 'other'
}
