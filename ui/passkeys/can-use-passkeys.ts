import { lazyModule } from '../lazy/lazy-module.ts'

/** WebAuthn itself loads when somebody uses it. */
export const passkeyBrowser = lazyModule(() => import('./passkey-browser.ts'))

/** Whether this page can use passkeys: they belong to a host with a name, over https or on this machine. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname)
