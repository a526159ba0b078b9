import { StaffTopic, StaffWay } from '@cuida/core/news/staff/staff-news.ts'
import type { StaffNewsChoice } from '@cuida/core/news/staff/staff-news-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CheckboxGroup, CheckboxRow } from '@cuida/ui/Checkbox/Checkbox.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useId } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { without } from '../../kit/without.ts'
import { choiceOf, draftOf, useNewsChoice, useSaveNewsChoice } from './news-queries.ts'
import css from './StaffNotes.module.css'
import { WakingRow } from './WakingRow.tsx'

/** What somebody of the staff wants to hear of, by which ways, and when not. */
export function NewsChoiceDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const { data, error } = useNewsChoice()
  return (
    <Dialog
      open
      title={t('desk.news.title')}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="primary">
          {t('desk.news.save')}
        </Button>
      }
    >
      <Failure failure={data ? undefined : error} />
      {!data && !error && <Skeleton lines={6} />}
      {data && <Form formId={formId} choice={data} onClose={onClose} />}
    </Dialog>
  )
}

interface FormProps {
  formId: string
  choice: StaffNewsChoice
  onClose: () => void
}

function Form({ formId, choice, onClose }: FormProps) {
  const save = useSaveNewsChoice()
  const form = useForm({
    initial: draftOf(choice),
    check: ({ isQuiet, from, until }) => ({
      from: isQuiet && !from ? 'REQUIRED' : undefined,
      until: isQuiet && !until ? 'REQUIRED' : isQuiet && until === from ? 'SAME' : undefined,
    }),
    submit: async (draft) => {
      await save.mutateAsync(choiceOf(draft))
      showToast(t('desk.news.saved'))
      onClose()
    },
    words: (_, code) => t(`desk.news.problem.${code}`),
  })
  const { field } = form
  const ways = StaffWay.options.filter((way) => way !== 'push' || !without().includes('push'))
  return (
    <form id={formId} className={css.form} {...form.props}>
      <p>{t('desk.news.hint')}</p>
      <Failure failure={form.failure} />
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
    </form>
  )
}
