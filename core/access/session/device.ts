import * as v from 'valibot'

export const Device = v.picklist(['phone', 'tablet', 'computer', 'other'])
export type Device = v.InferOutput<typeof Device>

/** The device type in a user agent: enough to recognise one's own device, too little to track it. */
export function deviceOf(userAgent: string): Device {
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)) return 'tablet'
  if (/Mobi|iPhone|iPod/i.test(userAgent)) return 'phone'
  if (/Windows|Macintosh|CrOS|X11|Linux/i.test(userAgent)) return 'computer'
  return 'other'
}
