/** What a page may use of the device it is shown on. Named here, or off: also for whatever stands in it. */
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

/** Pages that have calls in them: camera and microphone, for this page alone and not for what it frames. */
export const CALL_PERMISSIONS = permissions(['camera', 'microphone'])
/** Pages that stand in another. */
export const NO_PERMISSIONS = permissions([])

/** Nothing becomes script by being put together as text. `policies`: the ones by which a page makes an exception. */
export const trustedTypes = (...policies: string[]): string[] => [
  "require-trusted-types-for 'script'",
  `trusted-types ${policies.length > 0 ? policies.join(' ') : "'none'"}`,
]
