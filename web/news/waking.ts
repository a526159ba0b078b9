import { can } from '@cuida/core/brand/without.ts'
import type { PushState } from '@cuida/ui/client/browser-push.ts'
import { platform } from '../platform/platform.ts'
import { appPushState, changeAppPush } from './app-push.ts'
import { push as browser } from './push.ts'

/** Being woken, in a browser or in the app. */

/** Whether this place wakes what we run in: without Firebase or Apple's key an app is not woken, and browsers are. */
export function isWaking(config: Parameters<typeof can>[0]): boolean {
  const { kind, push } = platform()
  return kind === 'web' || (push !== undefined && can(config, push.kind))
}

export const wakingState = (devices: readonly string[]): Promise<PushState> => {
  const { push } = platform()
  return push ? appPushState(push, devices) : browser.state(devices)
}

/** The other one of what it is. */
export const changeWaking = (now: PushState, applicationServerKey: string): Promise<PushState> => {
  const { push } = platform()
  return push ? changeAppPush(push, now) : browser.change(now, applicationServerKey)
}

/** Whose words it is said in. */
export const wakesApp = (): boolean => platform().push !== undefined
