import { type DeskConsultation, MAX_NOTE_LENGTH } from '@cuida/core/care/queue/desk-api.ts'
import { CloseOutcome } from '@cuida/core/consultation/status/closing.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card } from '@cuida/ui/Card/Card.tsx'
import { isUnreachable } from '@cuida/ui/client/call-failed.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { DescriptionList } from '@cuida/ui/DescriptionList/DescriptionList.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { useState } from 'react'
import { Failure } from '../kit/Failure.tsx'
import { FormDialog } from '../kit/page/FormDialog.tsx'
import { PatientIdentity } from '../kit/page/PatientIdentity.tsx'
import { mayClose } from './consultation-status.ts'
import css from './NotesPanel.module.css'
import { nextStepTexts } from './next-step/next-step-texts.ts'
import { useClose } from './queries.ts'
import type { Notes } from './save-notes.ts'
import { Templates } from './sharing/Templates.tsx'
import { TransferConsultation } from './sharing/TransferConsultation.tsx'
import { type Draft, useDraft } from './use-draft.ts'

const FIELD = 'notes'

interface NotesPanelProps {
  consultation: DeskConsultation
  onClosed: (name: string) => void
}

/** The consultation notes for the patient: saved while the clinician writes, signed on closing. */
export function NotesPanel({ consultation, onClosed }: NotesPanelProps) {
  const draft = useDraft(consultation)
  const [closing, setClosing] = useState(false)
  const [problem, setProblem] = useState<string>()
  function close(): void {
    const { text, privateText } = draft.notes
    const found = text.trim() === '' ? 'empty' : text.trim().length > MAX_NOTE_LENGTH ? 'long' : undefined
    const isPrivateLong = privateText.trim().length > MAX_NOTE_LENGTH
    setProblem(found)
    if (found) document.getElementById(FIELD)?.focus()
    else if (!isPrivateLong) setClosing(true)
  }
  return (
    <section aria-labelledby="notes-title">
      <Card>
        <div className={css.head}>
          <h2 id="notes-title">{t('desk.notes.title', { name: consultation.patient.firstName })}</h2>
          <span className={css.saving} role="status">
            {t(`desk.notes.${draft.saving}`)}
          </span>
        </div>
        <TextArea
          id={FIELD}
          label={t('desk.notes.label')}
          labelHidden
          placeholder={t('desk.notes.hint')}
          error={problem && t(`desk.notes.problem.${problem}`)}
          value={draft.notes.text}
          onChange={(text) => {
            setProblem(undefined)
            draft.write({ text })
          }}
        />
        <Templates
          field={FIELD}
          text={draft.notes.text}
          onWrite={(text) => {
            setProblem(undefined)
            draft.write({ text })
          }}
        />
        <PrivateNote
          key={consultation.id}
          text={draft.notes.privateText}
          onWrite={(privateText) => draft.write({ privateText })}
        />
        <Trouble draft={draft} savedDraft={consultation.draft} />
        <Button icon="check" variant={consultation.status === 'CLOSING' ? 'primary' : 'secondary'} onClick={close}>
          {t('desk.close.open')}
        </Button>
        <TransferConsultation consultation={consultation} isSaved={draft.saving === 'saved'} />
      </Card>
      {closing && (
        <CloseDialog
          consultation={consultation}
          notes={draft.notes}
          onCancel={() => setClosing(false)}
          onClosed={() => onClosed(`${consultation.patient.firstName} ${consultation.patient.lastName}`)}
        />
      )}
    </section>
  )
}

/** Collapsed by default, so that no clinician writes into it what the patient should read. */
function PrivateNote({ text, onWrite }: { text: string; onWrite: (text: string) => void }) {
  const [wasWritten] = useState(text !== '')
  return (
    <details className={css.private} open={wasWritten}>
      <summary>{t('desk.notes.private')}</summary>
      <TextArea
        label={t('desk.notes.private')}
        labelHidden
        hint={t('desk.notes.privateHint')}
        error={text.trim().length > MAX_NOTE_LENGTH ? t('desk.notes.problem.long') : undefined}
        value={text}
        onChange={onWrite}
      />
    </details>
  )
}

function Trouble({ draft, savedDraft }: { draft: Draft; savedDraft: DeskConsultation['draft'] }) {
  if (draft.saving === 'conflict')
    return (
      <Alert tone="warning" title={t('desk.notes.conflictTitle')}>
        <p className={css.theirs}>{savedDraft.text}</p>
        {savedDraft.privateText !== '' && (
          <p className={css.theirs}>
            <strong>{t('desk.notes.private')}</strong> {savedDraft.privateText}
          </p>
        )}
        <div className={css.choice}>
          <Button onClick={draft.keepMine}>{t('desk.notes.keepMine')}</Button>
          <Button onClick={draft.takeTheirs}>{t('desk.notes.takeTheirs')}</Button>
        </div>
      </Alert>
    )
  // A missing network shows only as the mark beside the title, since saving resumes by itself.
  return isUnreachable(draft.failure) ? null : <Failure failure={draft.failure} />
}

interface CloseDialogProps {
  consultation: DeskConsultation
  notes: Notes
  onCancel: () => void
  onClosed: () => void
}

/** Signs the notes and records the outcome. Nothing can be changed afterwards. */
function CloseDialog({ consultation, notes, onCancel, onClosed }: CloseDialogProps) {
  const close = useClose(consultation.id, onClosed)
  const form = useDialogForm<{ outcome: CloseOutcome | '' }>({
    initial: { outcome: mayClose(consultation, 'completed') ? 'completed' : '' },
    check: ({ outcome }) => ({ outcome: problemOf(consultation, outcome) }),
    submit: async ({ outcome }) => outcome && close.mutateAsync({ ...notes, outcome }),
    message: (_, problem) => t(`desk.close.${problem}`),
    onClose: onCancel,
  })
  const next = nextStepTexts(consultation, serverDate())
  const options = CloseOutcome.options.map((value) => ({
    value,
    label: t(`desk.close.${value}`),
    detail: t(`desk.close.${value}.detail`),
  }))
  return (
    <FormDialog
      form={form}
      title={t('desk.close.title')}
      lead={t('desk.close.text', { name: consultation.patient.firstName })}
      act={t('desk.close.confirm')}
      icon="check"
    >
      <PatientIdentity patient={consultation.patient} />
      <RadioGroup label={t('desk.close.outcome')} options={options} {...form.field('outcome')} />
      <DescriptionList
        items={[
          { term: t('desk.close.next'), description: next.length > 0 ? next.join('. ') : t('desk.close.noNext') },
        ]}
      />
    </FormDialog>
  )
}

/** All outcomes are offered; one that is not possible says why. */
function problemOf(consultation: DeskConsultation, outcome: CloseOutcome | ''): string | undefined {
  if (!outcome) return 'REQUIRED'
  if (mayClose(consultation, outcome)) return undefined
  return outcome === 'patient-left' ? 'notLeft' : 'early'
}
