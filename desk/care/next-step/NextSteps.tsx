import { LETTER_MOST, type LetterKind, signLetter } from '@cuida/core/care/next-step/next-step-api.ts'
import { type DeskConsultation, getDeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { lengthProblem } from '@cuida/core/kit/text-length.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card } from '@cuida/ui/Card/Card.tsx'
import { readKey } from '@cuida/ui/client/reads/read-key.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { PatientIdentity } from '../../kit/place/PatientIdentity.tsx'
import { useDeed } from '../../kit/reads.ts'
import { FollowUpDialog } from './FollowUpDialog.tsx'
import css from './NextSteps.module.css'
import { nextStepTexts } from './next-step-texts.ts'

/** What follows this consultation: a time held for the patient, a referral, a medical certificate. */
export function NextSteps({ consultation }: { consultation: DeskConsultation }) {
  const [open, setOpen] = useState<'follow-up' | LetterKind>()
  const done = nextStepTexts(consultation, serverDate())
  const props = { consultation, onClose: () => setOpen(undefined) }
  return (
    <section aria-labelledby="next-steps-title">
      <Card>
        <h2 id="next-steps-title">{t('desk.next.title')}</h2>
        {done.length > 0 && (
          <ul className={css.done}>
            {done.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <div className={css.choices}>
          <Button icon="calendar" onClick={() => setOpen('follow-up')}>
            {t('desk.next.followUp')}
          </Button>
          <Button icon="file" onClick={() => setOpen('referral')}>
            {t('desk.next.referral')}
          </Button>
          <Button icon="file" onClick={() => setOpen('certificate')}>
            {t('desk.next.certificate')}
          </Button>
        </div>
        {open === 'follow-up' && <FollowUpDialog {...props} />}
        {(open === 'referral' || open === 'certificate') && <LetterDialog {...props} kind={open} />}
      </Card>
    </section>
  )
}

interface LetterDialogProps {
  consultation: DeskConsultation
  kind: LetterKind
  onClose: () => void
}

/** Writes and signs a referral or a medical certificate; the patient downloads it. */
function LetterDialog({ consultation, kind, onClose }: LetterDialogProps) {
  const { id, patient } = consultation
  const [key] = useState(() => crypto.randomUUID())
  const sign = useDeed(signLetter, { stale: [readKey(getDeskConsultation, { id })] })
  const form = useDialogForm({
    initial: { recipient: '', text: '' },
    check: ({ recipient, text }) => ({
      recipient: kind === 'referral' ? lengthProblem(recipient, 1, LETTER_MOST.recipient) : undefined,
      text: lengthProblem(text, 1, LETTER_MOST.text),
    }),
    submit: ({ recipient, text }) =>
      sign.mutateAsync(kind === 'referral' ? { id, key, kind, recipient, text } : { id, key, kind, text }),
    words: (field, problem) => t(`desk.next.${field}.${problem}`),
    done: () => t('desk.next.signed', { name: patient.firstName }),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t(`desk.next.${kind}`)}
      lead={t(`desk.next.${kind}.lead`)}
      act={t('desk.next.sign')}
      icon="check"
    >
      <PatientIdentity patient={patient} />
      {kind === 'referral' && (
        <TextInput label={t('desk.next.recipient')} hint={t('desk.next.recipientHint')} {...form.field('recipient')} />
      )}
      <TextArea label={t(`desk.next.${kind}.text`)} {...form.field('text')} />
    </FormDialog>
  )
}
