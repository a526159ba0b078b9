import { addAppDevice, getNotifications, removeAppDevice } from '@cuida/core/notifications/choice/notifications-api.ts'
import type { PushState } from '@cuida/ui/client/browser-push.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { api, session } from '../../kit/api.ts'
import { platform } from '../../platform/platform.ts'
import type { AppPush } from '../../platform/port.ts'

/** The push token that the server has; stored beside the session's secrets, only while push is on. */
const TOLD = 'pushAddress'
const readReportedAddress = () => platform().storage.get(TOLD)

/** `devices`: tokens that the server has. */
export async function appPushState(push: AppPush, devices: readonly string[]): Promise<PushState> {
  const permission = await push.permission()
  if (permission === 'denied') return 'denied'
  const address = readReportedAddress()
  return permission === 'granted' && address !== null && devices.includes(address) ? 'on' : 'off'
}

/** Toggles push. */
export const toggleAppPush = (push: AppPush, now: PushState): Promise<PushState> =>
  now === 'off' ? allow(push) : refuse(push)

async function allow(push: AppPush): Promise<PushState> {
  if ((await push.requestPermission()) !== 'granted') return appPushState(push, [])
  const token = await push.register(t('profile.push.channel'))
  await api(addAppDevice, { kind: push.kind, token })
  platform().storage.set(TOLD, token)
  return 'on'
}

async function refuse(push: AppPush): Promise<PushState> {
  const token = readReportedAddress()
  if (token !== null) await api(removeAppDevice, { token })
  await forget(push)
  return 'off'
}

async function forget(push: AppPush): Promise<void> {
  platform().storage.remove(TOLD)
  // The token is invalid from now on, even if the server could not be informed.
  await push.unregister().catch(() => {})
}

/**
 * Keeps the server's push token current while push is on: checks it at every start, reports a new one, and removes it
 * at sign-out.
 */
export function keepAppPush(push: AppPush): void {
  push.onAddress((address) => void moved(push, address).catch(() => {}))
  const registerToken = () => {
    if (readReportedAddress() !== null && session.isSignedIn()) push.register().catch(() => {})
  }
  session.onChange((isSignedIn, reason) => {
    if (isSignedIn) registerToken()
    else if (reason === 'left' && readReportedAddress() !== null) void forget(push)
  })
  registerToken()
}

/** Only replaces a token that the server still has for this person: a token that it removed stays removed. */
async function moved({ kind }: AppPush, token: string): Promise<void> {
  const old = readReportedAddress()
  if (old === null || old === token || !session.isSignedIn()) return
  const { devices } = await api(getNotifications, {})
  if (!devices.includes(old)) return
  await api(addAppDevice, { kind, token })
  platform().storage.set(TOLD, token)
  await api(removeAppDevice, { token: old })
}
