import type { DeskRecord } from '@cuida/core/care/record/desk-record-api.ts'
import { EntryStatus, entryProblems, type NewEntry, Relative, Severity } from '@cuida/core/care/record/history.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import type { Form } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Select } from '@cuida/ui/Select/Select.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import type { Draft } from './entry-values.ts'
import { entryFormValues, entryInput, type Values } from './entry-values.ts'
import css from './RecordPanel.module.css'
import { useWriteEntry } from './record-queries.ts'

interface EntryDialogProps {
  patient: DeskRecord['patient']
  draft: Draft
  onClose: () => void
}

/** Writes a record entry: a new one, a replacement, or what the patient requested. */
export function EntryDialog({ patient, draft: { writing, entry }, onClose }: EntryDialogProps) {
  const write = useWriteEntry(patient.id)
  const { kind } = entry
  const replaces = writing.what === 'replace'
  const form = useDialogForm<Values>({
    initial: { ...entryFormValues(entry), reason: '' },
    check: (values) => ({
      ...entryProblems(entryInput(kind, values), { today: today(), replaces: true }),
      ...lengthProblems(values, replaces),
      ...onsetShape(values.onset),
    }),
    submit: (values) => write.mutateAsync({ writing, entry: entryInput(kind, values), reason: values.reason.trim() }),
    message: (field, code) => t(`desk.record.${field}.${code}`),
    done: () => t('desk.record.saved'),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t(`desk.record.write.${writing.what}`, {
        section: t(`care.record.kind.${kind}`),
        name: patient.firstName,
      })}
      act={t('desk.record.save')}
      icon="check"
    >
      <TextInput label={t(`desk.record.what.${kind}`)} autoComplete="off" {...form.field('text')} />
      <Details form={form} kind={kind} mayErr={writing.what !== 'add'} />
      {replaces && (
        <TextInput
          label={t('desk.record.reason')}
          hint={t('desk.record.reasonHint')}
          autoComplete="off"
          {...form.field('reason')}
        />
      )}
    </FormDialog>
  )
}

function Details({ form: { field }, kind, mayErr }: { form: Form<Values>; kind: NewEntry['kind']; mayErr: boolean }) {
  const statuses = EntryStatus.options.filter((status) => mayErr || status !== 'entered-in-error')
  return (
    <div className={css.pair}>
      {kind === 'allergy' && (
        <Select
          label={t('desk.record.severity')}
          options={(['unknown', ...Severity.options] as const).map((value) => ({
            value,
            // The longest option does not fit beside its label.
            label: t(value === 'unknown' ? 'desk.record.severity.unknown' : `care.record.severity.${value}`),
          }))}
          {...field('severity')}
        />
      )}
      {kind === 'family' && (
        <Select
          label={t('desk.record.relative')}
          placeholder={t('desk.record.choose')}
          options={Relative.options.map((value) => ({ value, label: t(`care.record.relative.${value}`) }))}
          {...field('relative')}
        />
      )}
      <Select
        label={t('desk.record.status')}
        options={statuses.map((value) => ({ value, label: t(`care.record.status.${value}`) }))}
        {...field('status')}
      />
      <TextInput
        label={t('desk.record.onset')}
        hint={t('desk.record.onsetHint')}
        optional
        inputMode="numeric"
        autoComplete="off"
        {...field('onset')}
      />
    </div>
  )
}

const today = () => serverDate().toISOString().slice(0, 10)

function lengthProblems({ text, reason }: Values, replaces: boolean) {
  const length = text.trim().length
  return {
    text: length === 0 ? 'REQUIRED' : length > 500 ? 'TOO_LONG' : undefined,
    reason: !replaces || reason.trim().length >= 3 ? undefined : 'REQUIRED',
  }
}

const onsetShape = (onset: string): { onset?: string } =>
  onset.trim() === '' || /^\d{4}(-\d{2}(-\d{2})?)?$/.test(onset.trim()) ? {} : { onset: 'INVALID' }
