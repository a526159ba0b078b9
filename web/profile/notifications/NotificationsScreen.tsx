import { hasCapability } from '@cuida/core/brand/disabled-capabilities.ts'
import { DEFAULT_QUIET_HOURS, NotificationTopic } from '@cuida/core/notifications/choice/notifications.ts'
import {
  getNotifications,
  type Notifications,
  putNotifications,
} from '@cuida/core/notifications/choice/notifications-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { CheckboxGroup, CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import type { PushState } from '@cuida/ui/client/browser-push.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { combinedKey } from '@cuida/ui/client/queries/query-key.ts'
import { useCombinedQuery } from '@cuida/ui/client/queries/use-query.ts'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useMutation } from '../../kit/mutations.ts'
import { useQuery } from '../../kit/queries.ts'
import { platform } from '../../platform/platform.ts'
import css from '../account/ProfileScreen.module.css'
import { appPushState, toggleAppPush } from './app-push.ts'
import { push as browser } from './push.ts'

const CHANNELS = ['email', 'sms', 'whatsapp'] as const

/** The form's values: quiet hours stay filled in while they are off. */
export const draftOf = ({ channels, topics, quiet }: Choice) => ({
  channels,
  topics,
  isQuiet: quiet !== null,
  ...(quiet ?? DEFAULT_QUIET_HOURS),
})

export const choiceOf = ({ channels, topics, isQuiet, from, until }: ReturnType<typeof draftOf>): Choice => ({
  channels,
  topics,
  quiet: isQuiet ? { from, until } : null,
})

/** Quiet hours are in the device's time zone. */
const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const useSaveNotifications = () =>
  useMutation((choice: Choice) => api(putNotifications, { ...choice, timeZone: ownTimeZone() }), {
    keep: (now, keeper) => keeper(getNotifications, {}, now),
  })

const THIS_DEVICE = { method: 'HERE', path: '/waking' }

const messageOf = (state: PushState, partner: string): string =>
  wakesApp() && state !== 'unsupported'
    ? t(`profile.push.app.${state}`, { partner })
    : t(`profile.push.${state}`, { partner })

export const getPushState = (devices: readonly string[]): Promise<PushState> => {
  const { push } = platform()
  return push ? appPushState(push, devices) : browser.state(devices)
}

/** Toggles push. */
export const togglePush = (now: PushState, applicationServerKey: string): Promise<PushState> => {
  const { push } = platform()
  return push ? toggleAppPush(push, now) : browser.change(now, applicationServerKey)
}

/** Native apps and browsers have different texts. */
const wakesApp = (): boolean => platform().push !== undefined

/** A patient's notification settings: channels, topics, quiet hours. */
export function NotificationsScreen() {
  // A refetch must not overwrite what is being typed.
  const queryOptions = { staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always' } as const
  const notifications = useQuery(getNotifications, {}, queryOptions)
  return (
    <Screen title={t('profile.notifications.title')} lead={t('profile.notifications.lead')}>
      <QueryBoundary query={notifications} lines={8}>
        {(data) => (
          <div className={css.sections}>
            <NotificationsForm notifications={data} />
            {data.offered.includes('push') && <PushSection {...data} />}
          </div>
        )}
      </QueryBoundary>
    </Screen>
  )
}

/** Push on this device: status, purpose, and a way to change it. */
function PushSection({ pushKey, devices }: Pick<Notifications, 'pushKey' | 'devices'>) {
  const config = usePartner()
  const queries = useQueryClient()
  const { data: state } = useCombinedQuery(THIS_DEVICE, undefined, () => getPushState(devices), { gcTime: 0 })
  const change = useMutation((now: PushState) => togglePush(now, pushKey), {
    onDone: (now) => queries.setQueryData(combinedKey(THIS_DEVICE), now),
  })
  if (!state || !isPushSupported(config)) return null
  return (
    <Section title={t('profile.push.title')}>
      <p>{messageOf(state, config.partnerName)}</p>
      <Failed failure={change.error} />
      {(state === 'off' || state === 'on') && (
        <Button icon="bell" busy={change.isPending} onClick={() => change.mutate(state)}>
          {t(state === 'off' ? 'profile.push.allow' : 'profile.push.stop')}
        </Button>
      )}
    </Section>
  )
}

/** The browser's or phone's push service may fail, for instance behind a restrictive network. */
function Failed({ failure }: { failure: unknown }) {
  if (!failure) return null
  if (failure instanceof CallFailed) return <FailureAlert failure={failure} />
  return <Alert tone="danger" title={t(wakesApp() ? 'profile.push.app.failed' : 'profile.push.failed')} />
}

/**
 * Whether this client can receive push: a browser always, a native app only with Firebase or an Apple key at the
 * server.
 */
export function isPushSupported(config: Parameters<typeof hasCapability>[0]): boolean {
  const { kind, push } = platform()
  return kind === 'web' || (push !== undefined && hasCapability(config, push.kind))
}

function NotificationsForm({ notifications }: { notifications: Notifications }) {
  const [saved, setSaved] = useState(false)
  const save = useSaveNotifications()
  const form = useForm({
    initial: draftOf(notifications),
    check: ({ isQuiet, from, until }) => ({
      from: isQuiet && !from ? 'REQUIRED' : undefined,
      until: isQuiet && !until ? 'REQUIRED' : isQuiet && until === from ? 'SAME' : undefined,
    }),
    async submit(draft) {
      setSaved(false)
      await save.mutateAsync(choiceOf(draft))
      setSaved(true)
    },
    message: (_, code) => t(`profile.notifications.problem.${code}`),
  })
  const { field } = form
  const availableChannels = CHANNELS.filter((channel) => notifications.offered.includes(channel))
  return (
    <form {...form.props} className={css.page}>
      <ErrorSummary {...form.summary} />
      <FailureAlert failure={form.failure} />
      {notifications.textsStopped && <Alert tone="warning" title={t('profile.notifications.textsStopped')} />}
      <CheckboxGroup
        label={t('profile.notifications.channels')}
        hint={t('profile.notifications.always')}
        options={availableChannels.map((value) => optionOf('channel', value))}
        {...field('channels')}
      />
      <CheckboxGroup
        label={t('profile.notifications.topics')}
        options={NotificationTopic.options.map((value) => optionOf('topic', value))}
        {...field('topics')}
      />
      <CheckboxRow
        label={t('profile.notifications.quiet')}
        detail={t('profile.notifications.quietHint')}
        optional
        {...field('isQuiet')}
      />
      {form.values.isQuiet && (
        <div className={css.pair}>
          <TextInput type="time" label={t('profile.notifications.from')} {...field('from')} />
          <TextInput type="time" label={t('profile.notifications.until')} {...field('until')} />
        </div>
      )}
      {saved && <Alert tone="success" title={t('profile.saved')} leaves onClose={() => setSaved(false)} />}
      <Button type="submit" variant="primary" busy={form.busy}>
        {t('profile.save')}
      </Button>
    </form>
  )
}

function optionOf<T extends string>(of: 'channel' | 'topic', value: T) {
  const detail = t(`profile.notifications.${of}.${value}.detail`)
  return { value, label: t(`profile.notifications.${of}.${value}`), detail }
}

type Choice = Pick<Notifications, 'channels' | 'topics' | 'quiet'>
