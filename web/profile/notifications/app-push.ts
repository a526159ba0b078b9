import { addAppDevice, getNotifications, removeAppDevice } from '@cuida/core/notifications/choice/notifications-api.ts'
import type { PushState } from '@cuida/ui/client/browser-push.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { api, session } from '../../kit/api.ts'
import { platform } from '../../platform/platform.ts'
import type { AppPush } from '../../platform/port.ts'

/** The address that the server was told, beside the session's secrets: only where its person wants to be woken. */
const TOLD = 'pushAddress'
const told = () => platform().storage.get(TOLD)

/** `devices`: whom the server may wake. */
export async function appPushState(push: AppPush, devices: readonly string[]): Promise<PushState> {
  const said = await push.permission()
  if (said === 'denied') return 'denied'
  const address = told()
  return said === 'granted' && address !== null && devices.includes(address) ? 'on' : 'off'
}

/** The other one of what it is. */
export const changeAppPush = (push: AppPush, now: PushState): Promise<PushState> =>
  now === 'off' ? allow(push) : refuse(push)

async function allow(push: AppPush): Promise<PushState> {
  if ((await push.ask()) !== 'granted') return appPushState(push, [])
  const token = await push.register(t('profile.push.channel'))
  await api(addAppDevice, { kind: push.kind, token })
  platform().storage.set(TOLD, token)
  return 'on'
}

async function refuse(push: AppPush): Promise<PushState> {
  const token = told()
  if (token !== null) await api(removeAppDevice, { token })
  await forget(push)
  return 'off'
}

async function forget(push: AppPush): Promise<void> {
  platform().storage.remove(TOLD)
  // Its address wakes nobody any more, whether the server heard of it or not.
  await push.unregister().catch(() => {})
}

/**
 * Keeps the address true for as long as its person wants to be woken: asked for again at every start, told when it is
 * another, and given up when they leave.
 */
export function keepAppPush(push: AppPush): void {
  push.onAddress((address) => void moved(push, address).catch(() => {}))
  const ask = () => {
    if (told() !== null && session.isSignedIn()) push.register().catch(() => {})
  }
  session.onChange((isSignedIn, reason) => {
    if (isSignedIn) ask()
    else if (reason === 'left' && told() !== null) void forget(push)
  })
  ask()
}

/** Told only in the place of an address that the server still wakes for them: what it has forgotten stays off. */
async function moved({ kind }: AppPush, token: string): Promise<void> {
  const old = told()
  if (old === null || old === token || !session.isSignedIn()) return
  const { devices } = await api(getNotifications, {})
  if (!devices.includes(old)) return
  await api(addAppDevice, { kind, token })
  platform().storage.set(TOLD, token)
  await api(removeAppDevice, { token: old })
}
