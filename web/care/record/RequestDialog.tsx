import { type HistoryEntry, HistoryKind, SHORTEST_REQUEST } from '@cuida/core/care/record/history.ts'
import { lengthProblem } from '@cuida/core/kit/text-length.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { hasWords, t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { failureWords } from '../../kit/failure/FailureAlert.tsx'
import { requestOf, useRequestEdit } from './record-queries.ts'

interface RequestDialogProps {
  patientId: string
  /** The entry that is wrong; without one something is missing. */
  about: HistoryEntry | undefined
  onClose: () => void
}

/** Says what should be different; a clinician decides. A refusal leaves the words where they are. */
export function RequestDialog({ patientId, about, onClose }: RequestDialogProps) {
  const request = useRequestEdit(patientId)
  const { maximumLengthAllowed: most } = usePartner()
  const form = useDialogForm<{ section: HistoryKind | ''; text: string }>({
    initial: { section: about?.kind ?? '', text: '' },
    check: ({ section, text }) => ({
      section: section ? undefined : 'REQUIRED',
      text: lengthProblem(text, SHORTEST_REQUEST, most),
    }),
    submit: async ({ section, text }) => section && request.mutateAsync(requestOf(section, text, about)),
    words: (field, code) => t(`care.history.ask.${field}.${code}`, { most }),
    done: () => t('care.history.ask.sent'),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('care.history.ask')}
      act={t('care.history.ask.send')}
      refused={(failure) => <Refused failure={failure} />}
    >
      {about ? (
        <p>{t('care.history.ask.about', { text: about.text })}</p>
      ) : (
        <RadioGroup
          label={t('care.history.ask.section')}
          options={HistoryKind.options.map((value) => ({ value, label: t(`care.record.kind.${value}`) }))}
          {...form.field('section')}
        />
      )}
      <TextArea
        label={t('care.history.ask.text')}
        hint={t('care.history.ask.textHint')}
        most={most}
        {...form.field('text')}
      />
    </FormDialog>
  )
}

function Refused({ failure }: { failure: unknown }) {
  if (failure === undefined || failure === null) return null
  const code = failure instanceof CallFailed ? failure.code : ''
  const key = code === 'PATIENT_NOT_FOUND' ? 'care.history.ask.gone' : `care.history.ask.${code}`
  return <Alert tone="danger" title={hasWords(key) ? t(key) : failureWords(failure)} failure={failure} />
}
