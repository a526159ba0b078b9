import { StaffTopic, StaffWay } from '@cuida/core/news/staff/staff-news.ts'
import { addStaffDevice, removeStaffDevice, type StaffNewsChoice } from '@cuida/core/news/staff/staff-news-api.ts'
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
import { Failure } from '../../kit/Failure.tsx'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { useMutation } from '../../kit/queries.ts'
import { without } from '../../kit/without.ts'
import { choiceOf, draftOf, useNewsChoice, useSaveNewsChoice } from './news-queries.ts'
import css from './StaffNotes.module.css'

/** What wakes this browser for the staff. */
export const waking = browserPush({
  worker: '/desk/push-worker.js',
  scope: '/desk/',
  add: (browser) => api(addStaffDevice, browser),
  remove: (browser) => api(removeStaffDevice, browser),
})

/** What somebody of the staff wants to hear of, by which ways, and when not. */
export function NewsChoiceDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useNewsChoice()
  if (data) return <ChoiceDialog choice={data} onClose={onClose} />
  return (
    <Dialog open title={t('desk.news.title')} onClose={onClose}>
      <Failure failure={error} />
      {!error && <Skeleton lines={6} />}
    </Dialog>
  )
}

function ChoiceDialog({ choice, onClose }: { choice: StaffNewsChoice; onClose: () => void }) {
  const save = useSaveNewsChoice()
  const form = useDialogForm({
    initial: draftOf(choice),
    check: ({ isQuiet, from, until }) => ({
      from: isQuiet && !from ? 'REQUIRED' : undefined,
      until: isQuiet && !until ? 'REQUIRED' : isQuiet && until === from ? 'SAME' : undefined,
    }),
    submit: (draft) => save.mutateAsync(choiceOf(draft)),
    message: (_, code) => t(`desk.news.problem.${code}`),
    done: () => t('desk.news.saved'),
    onClose,
  })
  const { field } = form
  const ways = StaffWay.options.filter((way) => way !== 'push' || !without().includes('push'))
  return (
    <FormDialog form={form} title={t('desk.news.title')} lead={t('desk.news.hint')} act={t('desk.news.save')}>
      <CheckboxGroup
        label={t('desk.news.topics')}
        options={StaffTopic.options.map((value) => ({ value, label: t(`desk.news.topic.${value}`) }))}
        {...field('topics')}
      />
      <CheckboxGroup
        label={t('desk.news.ways')}
        options={ways.map((value) => ({ value, label: t(`desk.news.way.${value}`) }))}
        {...field('ways')}
      />
      {form.values.ways.includes('push') && ways.includes('push') && <WakingRow {...choice} />}
      <CheckboxRow label={t('desk.news.quiet')} detail={t('desk.news.quietHint')} optional {...field('isQuiet')} />
      {form.values.isQuiet && (
        <div className={css.pair}>
          <TextInput type="time" label={t('desk.news.from')} {...field('from')} />
          <TextInput type="time" label={t('desk.news.until')} {...field('until')} />
        </div>
      )}
    </FormDialog>
  )
}

const THIS_BROWSER = { method: 'HERE', path: '/waking' }

/** This browser alone: whether it may be woken, and the way back. */
function WakingRow({ pushKey, devices }: Pick<StaffNewsChoice, 'pushKey' | 'devices'>) {
  const queries = useQueryClient()
  const { data: state } = useCombinedQuery(THIS_BROWSER, devices, () => waking.state(devices), { gcTime: 0 })
  const change = useMutation((now: PushState) => waking.change(now, pushKey), {
    onDone: (now) => queries.setQueryData(combinedKey(THIS_BROWSER, devices), now),
  })
  if (!state) return null
  const { error } = change
  return (
    <div>
      <p>{t(`desk.news.waking.${state}`)}</p>
      {error instanceof CallFailed ? (
        <Failure failure={error} />
      ) : (
        error && <Alert title={t('desk.news.waking.failed')} />
      )}
      {(state === 'off' || state === 'on') && (
        <Button icon="bell" busy={change.isPending} onClick={() => change.mutate(state)}>
          {t(state === 'off' ? 'desk.news.waking.allow' : 'desk.news.waking.stop')}
        </Button>
      )}
    </div>
  )
}
