import { can } from '@cuida/core/brand/without.ts'
import type { Notifications } from '@cuida/core/news/choice/notifications-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import type { PushState } from '@cuida/ui/client/browser-push.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { gatheredKey } from '@cuida/ui/client/reads/read-key.ts'
import { useGathered } from '@cuida/ui/client/reads/use-read.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { usePartner } from '../kit/content/partner.tsx'
import { FailureAlert } from '../kit/failure/FailureAlert.tsx'
import { useMutation } from '../kit/mutations.ts'
import { platform } from '../platform/platform.ts'
import { appPushState, changeAppPush } from './app-push.ts'
import { push as browser } from './push.ts'

const THIS_DEVICE = { method: 'HERE', path: '/waking' }

/** This device alone: whether it may be woken, why one would want that, and the way back. */
export function PushSection({ pushKey, devices }: Pick<Notifications, 'pushKey' | 'devices'>) {
  const config = usePartner()
  const queries = useQueryClient()
  const { data: state } = useGathered(THIS_DEVICE, undefined, () => wakingState(devices), { gcTime: 0 })
  const change = useMutation((now: PushState) => changeWaking(now, pushKey), {
    onDone: (now) => queries.setQueryData(gatheredKey(THIS_DEVICE), now),
  })
  if (!state || !isWaking(config)) return null
  return (
    <Section title={t('profile.push.title')}>
      <p>{wordsOf(state, config.partnerName)}</p>
      <Failed failure={change.error} />
      {(state === 'off' || state === 'on') && (
        <Button icon="bell" busy={change.isPending} onClick={() => change.mutate(state)}>
          {t(state === 'off' ? 'profile.push.allow' : 'profile.push.stop')}
        </Button>
      )}
    </Section>
  )
}

const wordsOf = (state: PushState, partner: string): string =>
  wakesApp() && state !== 'unsupported'
    ? t(`profile.push.app.${state}`, { partner })
    : t(`profile.push.${state}`, { partner })

/** The browser or the phone itself may fail: it asks its maker's push service, which a network may keep away. */
function Failed({ failure }: { failure: unknown }) {
  if (!failure) return null
  if (failure instanceof CallFailed) return <FailureAlert failure={failure} />
  return <Alert tone="danger" title={t(wakesApp() ? 'profile.push.app.failed' : 'profile.push.failed')} />
}

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
const wakesApp = (): boolean => platform().push !== undefined
