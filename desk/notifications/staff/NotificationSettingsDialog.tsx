import { StaffChannel, StaffTopic } from '@cuida/core/notifications/staff/staff-notifications.ts'
import {
  addStaffDevice,
  removeStaffDevice,
  type StaffNotificationSettings,
} from '@cuida/core/notifications/staff/staff-notifications-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CheckboxGroup, CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { browserPush, type PushState } from '@cuida/ui/client/browser-push.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { combinedKey } from '@cuida/ui/client/queries/query-key.ts'
import { useCombinedQuery } from '@cuida/ui/client/queries/use-query.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { disabledCapabilities } from '../../kit/disabled-capabilities.ts'
import { Failure } from '../../kit/Failure.tsx'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { useMutation } from '../../kit/queries.ts'
import css from './StaffNotes.module.css'
import {
  choiceOf,
  draftOf,
  useNotificationSettings,
  useSaveNotificationSettings,
} from './staff-notification-queries.ts'

/** Web push for the desk in this browser. */
export const deskPush = browserPush({
  worker: '/desk/push-worker.js',
  scope: '/desk/',
  add: (browser) => api(addStaffDevice, browser),
  remove: (browser) => api(removeStaffDevice, browser),
})

/** A staff member's notification settings: topics, channels, quiet hours. */
export function NotificationSettingsDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useNotificationSettings()
  if (data) return <ChoiceDialog choice={data} onClose={onClose} />
  return (
    <Dialog open title={t('desk.notifications.title')} onClose={onClose}>
      <Failure failure={error} />
      {!error && <Skeleton lines={6} />}
    </Dialog>
  )
}

function ChoiceDialog({ choice, onClose }: { choice: StaffNotificationSettings; onClose: () => void }) {
  const save = useSaveNotificationSettings()
  const form = useDialogForm({
    initial: draftOf(choice),
    check: ({ isQuiet, from, until }) => ({
      from: isQuiet && !from ? 'REQUIRED' : undefined,
      until: isQuiet && !until ? 'REQUIRED' : isQuiet && until === from ? 'SAME' : undefined,
    }),
    submit: (draft) => save.mutateAsync(choiceOf(draft)),
    message: (_, code) => t(`desk.notifications.problem.${code}`),
    done: () => t('desk.notifications.saved'),
    onClose,
  })
  const { field } = form
  const channels = StaffChannel.options.filter(
    (channel) => channel !== 'push' || !disabledCapabilities().includes('push'),
  )
  return (
    <FormDialog
      form={form}
      title={t('desk.notifications.title')}
      lead={t('desk.notifications.hint')}
      act={t('desk.notifications.save')}
    >
      <CheckboxGroup
        label={t('desk.notifications.topics')}
        options={StaffTopic.options.map((value) => ({ value, label: t(`desk.notifications.topic.${value}`) }))}
        {...field('topics')}
      />
      <CheckboxGroup
        label={t('desk.notifications.channels')}
        options={channels.map((value) => ({ value, label: t(`desk.notifications.channel.${value}`) }))}
        {...field('channels')}
      />
      {form.values.channels.includes('push') && channels.includes('push') && <WakingRow {...choice} />}
      <CheckboxRow
        label={t('desk.notifications.quiet')}
        detail={t('desk.notifications.quietHint')}
        optional
        {...field('isQuiet')}
      />
      {form.values.isQuiet && (
        <div className={css.pair}>
          <TextInput type="time" label={t('desk.notifications.from')} {...field('from')} />
          <TextInput type="time" label={t('desk.notifications.until')} {...field('until')} />
        </div>
      )}
    </FormDialog>
  )
}

const THIS_BROWSER = { method: 'HERE', path: '/waking' }

/** Switches web push on or off for this browser only. */
function WakingRow({ pushKey, devices }: Pick<StaffNotificationSettings, 'pushKey' | 'devices'>) {
  const queries = useQueryClient()
  const { data: state } = useCombinedQuery(THIS_BROWSER, devices, () => deskPush.state(devices), { gcTime: 0 })
  const change = useMutation((now: PushState) => deskPush.change(now, pushKey), {
    onDone: (now) => queries.setQueryData(combinedKey(THIS_BROWSER, devices), now),
  })
  if (!state) return null
  const { error } = change
  return (
    <div>
      <p>{t(`desk.notifications.waking.${state}`)}</p>
      {error instanceof CallFailed ? (
        <Failure failure={error} />
      ) : (
        error && <Alert title={t('desk.notifications.waking.failed')} />
      )}
      {(state === 'off' || state === 'on') && (
        <Button icon="bell" busy={change.isPending} onClick={() => change.mutate(state)}>
          {t(state === 'off' ? 'desk.notifications.waking.allow' : 'desk.notifications.waking.stop')}
        </Button>
      )}
    </div>
  )
}
