/**
 * The device features that a page may use. Everything listed here is off for the page and its frames unless enabled.
 */
const OFF = [
  'accelerometer',
  'bluetooth',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

const permissions = (own: readonly string[]): string =>
  OFF.map((feature) => `${feature}=(${own.includes(feature) ? 'self' : ''})`).join(', ')

/** For pages with video calls and sign-in: camera, microphone and passkeys for the page itself, not for its frames. */
export const APP_PERMISSIONS = permissions([
  'camera',
  'microphone',
  'publickey-credentials-create',
  'publickey-credentials-get',
])
/** For pages that are framed. */
export const NO_PERMISSIONS = permissions([])

/** Forbids turning strings into script. `policies`: the trusted-types policies that the page is allowed to create. */
export const trustedTypes = (...policies: string[]): string[] => [
  "require-trusted-types-for 'script'",
  `trusted-types ${policies.length > 0 ? policies.join(' ') : "'none'"}`,
]
