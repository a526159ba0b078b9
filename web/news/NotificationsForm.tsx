import { NewsTopic, USUAL_QUIET } from '@cuida/core/news/choice/notifications.ts'
import { getNotifications, type Notifications, putNotifications } from '@cuida/core/news/choice/notifications-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CheckboxGroup, CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { api } from '../kit/api.ts'
import { FailureAlert } from '../kit/failure/FailureAlert.tsx'
import { useMutation } from '../kit/mutations.ts'
import css from '../profile/account/ProfileScreen.module.css'

const CHANNELS = ['email', 'sms', 'whatsapp'] as const

export function NotificationsForm({ notifications }: { notifications: Notifications }) {
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
    words: (_, code) => t(`profile.notifications.problem.${code}`),
  })
  const { field } = form
  const offered = CHANNELS.filter((channel) => notifications.offered.includes(channel))
  return (
    <form {...form.props} className={css.page}>
      <ErrorSummary {...form.summary} />
      <FailureAlert failure={form.failure} />
      {notifications.textsStopped && <Alert tone="warning" title={t('profile.notifications.textsStopped')} />}
      <CheckboxGroup
        label={t('profile.notifications.channels')}
        hint={t('profile.notifications.always')}
        options={offered.map((value) => optionOf('channel', value))}
        {...field('channels')}
      />
      <CheckboxGroup
        label={t('profile.notifications.topics')}
        options={NewsTopic.options.map((value) => optionOf('topic', value))}
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

/** As it is chosen on the screen: the hours stay typed while nothing is quiet. */
export const draftOf = ({ channels, topics, quiet }: Choice) => ({
  channels,
  topics,
  isQuiet: quiet !== null,
  ...(quiet ?? USUAL_QUIET),
})

export const choiceOf = ({ channels, topics, isQuiet, from, until }: ReturnType<typeof draftOf>): Choice => ({
  channels,
  topics,
  quiet: isQuiet ? { from, until } : null,
})

/** On this person's own clock, which is the device's. */
const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const useSaveNotifications = () =>
  useMutation((choice: Choice) => api(putNotifications, { ...choice, timeZone: ownTimeZone() }), {
    keep: (now, keeper) => keeper(getNotifications, {}, now),
  })
