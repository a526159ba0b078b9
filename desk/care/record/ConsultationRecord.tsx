import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import type { DeskAction } from '@cuida/core/consultation/status/desk-action.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { isGone } from '@cuida/ui/client/call-failed.ts'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { capitalize } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { Timeline } from '@cuida/ui/Timeline/Timeline.tsx'
import { useState } from 'react'
import { formatWhenShort } from '../../kit/clinic-time.ts'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { PageLinkButton } from '../../kit/page/PageLinkButton.tsx'
import { timelineStepOf } from '../consultation-status.ts'
import { Documents } from '../documents/Documents.tsx'
import { sentenceProblem } from '../prescription/sentence-problem.ts'
import css from './About.module.css'
import { RecordPanel } from './RecordPanel.tsx'
import { useBreakGlass, useRecord } from './record-queries.ts'

/** The patient's record, or why it is not open yet and what opens it. */
export function ConsultationRecord({ consultation }: { consultation: DeskConsultation }) {
  const { patient } = consultation
  // With calls through the partner's line the number is not shown, and the clinician asks the patient for it.
  const phone = patient.phone?.number
  const record = useRecord(patient.id)
  const [asking, setAsking] = useState(false)
  if (!isGone(record.error)) return <RecordPanel patientId={patient.id} />
  return (
    <>
      <EmptyState
        title={t('desk.record.closed', { name: patient.firstName })}
        action={
          phone ? (
            <Button icon="lock" onClick={() => setAsking(true)}>
              {t('desk.record.emergency.open')}
            </Button>
          ) : (
            <PageLinkButton icon="lock" href="/records/emergency">
              {t('desk.record.emergency.open')}
            </PageLinkButton>
          )
        }
      >
        {t('desk.record.closedText')}
      </EmptyState>
      {asking && phone && (
        <BreakGlassDialog
          name={patient.firstName}
          known={{ phone, dateOfBirth: patient.dateOfBirth, firstName: patient.firstName }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

interface BreakGlassDialogProps {
  name: string
  known: { phone: string; dateOfBirth: string; firstName: string }
  onClose: () => void
}

/** Opens the record of a waiting patient before they are attended; it needs only the reason. */
function BreakGlassDialog({ name, known, onClose }: BreakGlassDialogProps) {
  const open = useBreakGlass()
  const form = useDialogForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: sentenceProblem(reason, 20) }),
    submit: ({ reason }) => open.mutateAsync({ ...known, reason: reason.trim() }),
    message: (_, code) => t(`desk.record.emergency.reason.${code}`),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.record.emergency.title', { name })}
      act={t('desk.record.emergency.confirm')}
      variant="danger"
      icon="lock"
    >
      <Alert tone="warning" title={t('desk.record.emergency.text')} />
      <TextArea
        label={t('desk.record.emergency.reason')}
        hint={t('desk.record.emergency.reasonHint')}
        most={500}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}

/** The patient's reason in their own words, and the history so far. */
export function ReasonPanel({ consultation }: { consultation: DeskConsultation }) {
  const { summary, answers, actions, closedFor } = consultation
  return (
    <div className={css.about}>
      <Section title={t('desk.about.summary')}>
        {summary ? <p className={css.summary}>{summary}</p> : <p className={css.none}>{t('desk.about.noSummary')}</p>}
      </Section>
      <Section title={t('desk.about.answers')}>
        {answers.length === 0 && <p className={css.none}>{t('desk.about.noAnswers')}</p>}
        <dl className={css.answers}>
          {answers.map(({ question, answer }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Documents consultation={consultation} />
      <Section title={t('desk.about.history')}>
        <Timeline
          label={t('desk.about.history')}
          steps={actions.map((action) => ({
            label: t(`desk.action.${action.type}`),
            state: timelineStepOf(action),
            detail: detailOf(action, closedFor),
            time: formatWhenShort(action.createdAt),
          }))}
        />
      </Section>
    </div>
  )
}

/** How the consultation was closed, or why a call failed. */
function detailOf({ type, failedFor }: DeskAction, closedFor: DeskConsultation['closedFor']): string | undefined {
  // The action's own label already says that nobody answered.
  if (failedFor && failedFor !== 'NO_ANSWER') return capitalize(t(`desk.failed.${failedFor}`))
  return closedFor && type === 'CLOSED' ? t(`desk.ended.${closedFor}`) : undefined
}
